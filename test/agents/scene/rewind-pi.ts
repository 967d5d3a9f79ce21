import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, holds, type SceneResult, same } from "../result.ts";
import { AgentScreen } from "../screen.ts";
import { type Installed, readIfThere, type Stage, setStage, settle } from "../stage.ts";

/** A line of pi's session file. */
interface Line {
  readonly type: string;
  readonly id: string;
  readonly parentId?: string | null;
  readonly parentSession?: string;
  readonly customType?: string;
  readonly data?: { readonly entry?: string };
  readonly message?: { readonly role: string; readonly content: unknown };
}

type Files = Readonly<Record<string, string>>;

/** Goes back by each choice at `/tree` and `/fork`, undoes it, resumes and compacts. */
export async function playRewindInPi(one: Installed): Promise<SceneResult | undefined> {
  if (one.agent.name !== "pi") return undefined;
  await using stage = await setStage([one], (at) => {
    writeFileSync(at("a.txt"), "one\n");
    writeFileSync(at("gone.txt"), "gone\n");
    writeFileSync(at("run.sh"), "echo run\n");
    chmodSync(at("run.sh"), 0o755);
  });
  const shell = (command: string) => [[{ use: "shell", command }] as const];
  const { agent } = one;
  stage.script([
    {
      ...{ agent, name: "first" },
      steps: shell("echo two > a.txt; rm gone.txt; chmod 644 run.sh; echo b > b.txt"),
    },
    { agent, name: "second", steps: shell("rm b.txt; echo c > c.txt") },
    { agent, name: "third", steps: shell("echo d > d.txt") },
  ]);
  const checks: Check[] = [];
  const play = new Rewinding(stage, one, checks);
  const before = play.files();
  await playTree(play, before);
  await playFork(play, before);
  await playResumed(play, before);
  await playPolicy(play);
  checks.push(...(await uninstall(stage)));
  return { acts: [], person: [], checks, hooks: stage.tap.calls().map(({ ms }) => ms) };
}

async function playTree(play: Rewinding, before: Files): Promise<void> {
  await using screen = await play.open();
  await play.prompt(screen, "play:first");
  const first = play.files();
  await play.prompt(screen, "play:second");
  const second = play.files();
  const text = readFileSync(play.sessionFile(), "utf8");

  await play.tree(screen, /user: play:first/, /Files only/);
  await screen.shows(/Files rewound: 3 written, 1 removed/);
  play.expect("files only, by /tree", before);
  play.check(same("the conversation stays", readFileSync(play.sessionFile(), "utf8"), text));

  await play.tree(screen, /user: play:first/, /Undo last file rewind \(op-1\)/);
  await screen.shows(/op-1 undone/);
  play.expect("undo, by /tree", second);

  // The newest answer stands last, so the first one is met last from below.
  await play.tree(screen, /bash: echo two/, /Files and conversation/);
  await screen.shows(/Files rewound: 1 written, 1 removed/);
  play.expect("files and conversation, by /tree", first);
  await play.prompt(screen, "play:third");
  const third = play.files();
  const words = play.branch();
  play.check(same("the conversation went on from there", words, ["play:first", "play:third"]));

  await play.tree(screen, /user: play:first/, /Conversation only/, /Summarize$/);
  await screen.shows(/Navigated/);
  play.expect("conversation only, by /tree", third);
  await screen.until("the summary has a point", () => play.isBound("branch_summary"));

  screen.press("\x15");
  await play.tree(screen, /user: play:third/, undefined);
  await screen.shows(/Conversation only/);
  screen.press("\x1b");
  await screen.until(
    "nothing is asked",
    (lines) => !lines.some((line) => /Rewind files/.test(line)),
  );
  play.expect("nothing is done where it is left by Escape", third);
}

async function playFork(play: Rewinding, before: Files): Promise<void> {
  await using screen = await play.open("--continue");
  await play.prompt(screen, "play:second");
  const all = play.files();
  const session = play.sessionFile();
  await play.fork(screen, /play:first/, /Files only/, /Files rewound/);
  play.expect("files only, by /fork", before);
  play.check(same("no fork was made by it", play.sessionFile(), session));
  await play.fork(screen, /play:second/, /Undo last file rewind/, /op-\d+ undone/);
  play.expect("undo, by /fork", all);
  play.check(same("nor by the undo", play.sessionFile(), session));
  writeFileSync(join(play.project, "d.txt"), "a person's\n");
  screen.press("\x15");
  await play.tree(screen, /user: play:third/, undefined);
  await screen.shows(/Files only .*[12] with edits not known to be pi's/);
  screen.press("\x1b");
  await screen.until("nothing is asked", (lines) => !lines.some((line) => /Files only/.test(line)));
  writeFileSync(join(play.project, "d.txt"), "d\n");
  await play.fork(screen, /play:second/, /Conversation only/);
  play.expect("conversation only, by /fork", all);
  play.check(holds("the fork names its parent", play.lines()[0]?.parentSession !== undefined, ""));
  // The checkpoint was set in the session before.
  await play.fork(screen, /play:first/, /Files and conversation/);
  await screen.shows(/Files rewound/);
  play.expect("files and conversation, by /fork", before);
  await play.prompt(screen, "play:third");
  await play.tree(screen, /user: play:third/, /Undo last file rewind/);
  await screen.shows(/undone/);
  play.expect("a fork undoes the rewind that made it", { ...all, "d.txt": "644 d\n" });
}

async function playResumed(play: Rewinding, before: Files): Promise<void> {
  await using screen = await play.open("--continue");
  const prompts = play.branch();
  await play.tree(screen, /user: play:third/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files only, by /tree, once it is resumed", before);
  play.check(same("the conversation is that of the fork", prompts, ["play:third"]));
  await play.prompt(screen, "play:first");
  const first = play.files();
  await play.prompt(screen, "play:second");
  await screen.enter("/compact");
  await screen.until("the compaction has a point", () => play.isBound("compaction"));
  await play.tree(screen, /bash: echo two/, /Files and conversation/);
  await screen.shows(/Files rewound/);
  play.expect("files and conversation, from before a compaction", first);
  const points = play.points().length;
  screen.press("\x15");
  await screen.enter("/clone");
  await screen.shows(/Cloned to new session/);
  play.check(holds("a clone has the points", play.points().length >= points - 1, ""));
  play.expect("a clone leaves the files", first);
}

/** `maxSnapshots`: bookmarks go, and files go back to where they were all the same. */
async function playPolicy(play: Rewinding): Promise<void> {
  const settings = join(play.home, ".pi/agent/settings.json");
  const own = JSON.parse(readFileSync(settings, "utf8")) as object;
  writeFileSync(settings, JSON.stringify({ ...own, unf: { maxSnapshots: 2 } }));
  await using screen = await play.open();
  const before = play.files();
  for (const name of ["second", "third", "first"]) await play.prompt(screen, `play:${name}`);
  await screen.shows(/◆ \d+\/2$|◆ \d+\/2\s/);
  play.check(holds("the session keeps every point", play.points().length > 2, ""));
  await play.tree(screen, /user: play:second/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files go back to a checkpoint that went", before);
}

async function uninstall(stage: Stage): Promise<Check[]> {
  await settle(stage);
  stage.tap.remove();
  await stage.story.unf("hook", "uninstall", "pi", "--yes");
  // pi writes into its settings.json itself.
  const own = [...stage.before].filter(([file]) => file.endsWith("unf.ts"));
  return own.map(([file, text]) => same(`${file} is as before`, readIfThere(file), text));
}

/** Does things at pi's screen, and looks at the files and the session file then. */
class Rewinding {
  readonly #stage: Stage;
  readonly #one: Installed;
  readonly #checks: Check[];

  constructor(stage: Stage, one: Installed, checks: Check[]) {
    this.#stage = stage;
    this.#one = one;
    this.#checks = checks;
  }

  async open(...words: string[]): Promise<AgentScreen> {
    const screen = new AgentScreen(this.#stage, this.#one, words);
    await screen.shows(/◆ \d+\/\d+/);
    return screen;
  }

  /** Has a prompt answered, and waits until the answer has its checkpoint. */
  async prompt(screen: AgentScreen, text: string): Promise<void> {
    screen.press("\x15");
    await screen.enter(text);
    await screen.until("the answer has a point", () => {
      const lines = this.lines();
      const last = lines.filter(({ type }) => type === "message").at(-1);
      const isAnswer = JSON.stringify(last?.message?.content ?? "").includes("Done.");
      const asked = lines.filter(({ message }) => message?.role === "user").at(-1);
      const isAsked = JSON.stringify(asked?.message?.content ?? "").includes(text);
      return isAsked && isAnswer && lines.some(({ data }) => data?.entry === last?.id);
    });
  }

  /** `choice`: left out, the question is left open. */
  async tree(
    screen: AgentScreen,
    entry: RegExp,
    choice?: RegExp,
    summary = /No summary/,
  ): Promise<void> {
    screen.press("\x15");
    await screen.enter("/tree");
    await screen.shows(/Session Tree/);
    await screen.choose(entry, "up");
    await screen.choose(summary);
    if (choice !== undefined) await screen.choose(choice);
  }

  get project(): string {
    return this.#stage.place.project;
  }

  async fork(
    screen: AgentScreen,
    prompt: RegExp,
    choice: RegExp,
    says = /Forked to new session|Files rewound/,
  ): Promise<void> {
    screen.press("\x15");
    await screen.enter("/fork");
    await screen.choose(prompt, "up");
    await screen.choose(choice);
    await screen.shows(says);
  }

  /** Everything in the project: nothing of unf or of pi is there. */
  files(): Files {
    const { project } = this.#stage.place;
    const entries = readdirSync(project, { recursive: true, withFileTypes: true });
    const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
    return Object.fromEntries(
      paths.map((path) => {
        const mode = (statSync(path).mode & 0o777).toString(8);
        return [path.slice(project.length + 1), `${mode} ${readFileSync(path, "utf8")}`];
      }),
    );
  }

  expect(claim: string, wanted: Files): void {
    this.#checks.push(same(claim, this.files(), wanted));
  }

  check(check: Check): void {
    this.#checks.push(check);
  }

  /** The newest session's. */
  sessionFile(): string {
    const sessions = join(this.#stage.place.home, ".pi/agent/sessions");
    const names = readdirSync(sessions, { recursive: true, encoding: "utf8" });
    const files = names
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(sessions, name));
    return files.sort((a, b) => statSync(a).birthtimeMs - statSync(b).birthtimeMs).at(-1) ?? "";
  }

  lines(): Line[] {
    const lines = readFileSync(this.sessionFile(), "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Line);
  }

  /** Prompts on the branch of the newest entry, oldest first. */
  branch(): unknown[] {
    const lines = this.lines();
    const byId = new Map(lines.map((line) => [line.id, line]));
    const words: unknown[] = [];
    for (let line = lines.at(-1); line !== undefined; line = byId.get(line.parentId ?? "")) {
      const content = line.message?.role === "user" ? line.message.content : undefined;
      if (Array.isArray(content)) words.unshift(content[0].text);
      else if (content !== undefined) words.unshift(content);
    }
    return words;
  }

  get home(): string {
    return this.#stage.place.home;
  }

  /** Entries that a checkpoint belongs to. */
  points(): unknown[] {
    return this.lines().filter(({ data }) => data?.entry !== undefined);
  }

  isBound(type: string): boolean {
    const lines = this.lines();
    const entry = lines.filter((line) => line.type === type).at(-1);
    return entry !== undefined && lines.some(({ data }) => data?.entry === entry.id);
  }
}
