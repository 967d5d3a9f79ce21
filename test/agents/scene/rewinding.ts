import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Check, ofWay, same, type Way } from "../result.ts";
import { AgentScreen } from "../screen.ts";
import type { Installed, Stage } from "../stage.ts";

/** A line of pi's session file. */
export interface Line {
  readonly type: string;
  readonly id: string;
  readonly parentId?: string | null;
  readonly parentSession?: string;
  readonly customType?: string;
  readonly data?: { readonly entry?: string };
  readonly message?: { readonly role: string; readonly content: unknown };
}

export type Files = Readonly<Record<string, string>>;

/** Does things at pi's screen, and looks at the files and the session file then. */
export class Rewinding {
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

  /** Checks all files. `way`: the way back that it is about. */
  expect(claim: string, wanted: Files, way?: Way): void {
    this.check(same(claim, this.files(), wanted), way);
  }

  check(check: Check, way?: Way): void {
    this.#checks.push(...(way === undefined ? [check] : ofWay(way, check)));
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
    return this.#branchLines().flatMap(({ message }) => {
      const content = message?.role === "user" ? message.content : undefined;
      if (content === undefined) return [];
      return [Array.isArray(content) ? content[0].text : content];
    });
  }

  #branchLines(): Line[] {
    const lines = this.lines();
    const byId = new Map(lines.map((line) => [line.id, line]));
    const branch: Line[] = [];
    for (let line = lines.at(-1); line !== undefined; line = byId.get(line.parentId ?? ""))
      branch.unshift(line);
    return branch;
  }

  get home(): string {
    return this.#stage.place.home;
  }

  /** Entries that a checkpoint belongs to. */
  points(): unknown[] {
    return this.lines().filter(({ data }) => data?.entry !== undefined);
  }

  /** The same of the newest entry's branch: no other goes into a clone. */
  branchPoints(): unknown[] {
    return this.#branchLines().flatMap(({ data }) => data?.entry ?? []);
  }

  /** Checkpoints of the newest session that unf still has. */
  async bookmarks(): Promise<readonly string[]> {
    const [head] = this.lines();
    const { stdout } = await this.#stage.story.unf("checkpoint", "--list", "--json");
    const { checkpoints } = JSON.parse(stdout) as {
      readonly checkpoints: readonly { readonly id: string; readonly message?: string | null }[];
    };
    return checkpoints.flatMap(({ id, message }) =>
      message?.includes(head?.id ?? "") === true ? [id] : [],
    );
  }

  isBound(type: string): boolean {
    const lines = this.lines();
    const entry = lines.filter((line) => line.type === type).at(-1);
    return entry !== undefined && lines.some(({ data }) => data?.entry === entry.id);
  }
}
