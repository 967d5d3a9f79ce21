import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wordsOf } from "../../kit/index.ts";
import { type Check, holds, type SceneResult, same } from "../result.ts";
import type { AgentScreen } from "../screen.ts";
import { type Installed, readIfThere, type Stage, setStage, settle } from "../stage.ts";
import { type Files, Rewinding } from "./rewinding.ts";

/** Goes back by each choice at `/tree` and `/fork`, undoes it, resumes, compacts and clones. */
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
    { agent, name: "base", steps: shell("seq 12 > l.txt; echo e > e.txt") },
    { agent, name: "edit", steps: shell("sed -i -e s/^1$/one/ -e s/^12$/twelve/ l.txt; rm e.txt") },
    { agent, name: "path", steps: shell(oops("e.txt")) },
    { agent, name: "hunk", steps: shell(oops("l.txt", "--hunks", "2")) },
  ]);
  const checks: Check[] = [];
  const play = new Rewinding(stage, one, checks);
  const before = play.files();
  await playTree(play, before);
  await playFork(play, before);
  await playResumed(play, before);
  await playParts(play);
  await playPolicy(play);
  checks.push(...(await uninstall(stage)));
  return { acts: [], person: [], checks, hooks: stage.tap.calls().map(({ ms }) => ms) };
}

/** pi has no tools of unf: its shell takes a part back. */
function oops(...words: string[]): string {
  return [...wordsOf("unf"), "oops", ...words, "--yes"].join(" ");
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
  play.expect("files only, by /tree", before, "rewind");
  const stays = () => readFileSync(play.sessionFile(), "utf8");
  play.check(same("the conversation stays", stays(), text), "rewind");

  await play.tree(screen, /user: play:first/, /Undo last file rewind \(op-1\)/);
  await screen.shows(/op-1 undone/);
  play.expect("undo, by /tree", second, "undo");
  play.check(same("the conversation stays at the undo", stays(), text), "undo");

  // The newest answer stands last, so the first one is met last from below.
  await play.tree(screen, /bash: echo two/, /Files and conversation/);
  await screen.shows(/Files rewound: 1 written, 1 removed/);
  play.expect("files and conversation, by /tree", first, "rewind");
  await play.prompt(screen, "play:third");
  const third = play.files();
  const words = play.branch();
  const wentOn = same("the conversation went on from there", words, ["play:first", "play:third"]);
  play.check(wentOn, "rewind");

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
  play.expect("files only, by /fork", before, "rewind");
  play.check(same("no fork was made by it", play.sessionFile(), session), "rewind");
  await play.fork(screen, /play:second/, /Undo last file rewind/, /op-\d+ undone/);
  play.expect("undo, by /fork", all, "undo");
  play.check(same("nor by the undo", play.sessionFile(), session), "undo");
  writeFileSync(join(play.project, "d.txt"), "a person's\n");
  screen.press("\x15");
  await play.tree(screen, /user: play:third/, undefined);
  await screen.shows(/Files only .*[1-9] with edits not known to be pi's/);
  screen.press("\x1b");
  await screen.until("nothing is asked", (lines) => !lines.some((line) => /Files only/.test(line)));
  writeFileSync(join(play.project, "d.txt"), "d\n");
  await play.fork(screen, /play:second/, /Conversation only/);
  play.expect("conversation only, by /fork", all);
  play.check(holds("the fork names its parent", play.lines()[0]?.parentSession !== undefined, ""));
  // The checkpoint was set in the session before.
  await play.fork(screen, /play:first/, /Files and conversation/);
  await screen.shows(/Files rewound/);
  play.expect("files and conversation, by /fork", before, "rewind");
  await play.prompt(screen, "play:third");
  await play.tree(screen, /user: play:third/, /Undo last file rewind/);
  await screen.shows(/undone/);
  play.expect("a fork undoes the rewind that made it", { ...all, "d.txt": "644 d\n" }, "undo");
}

async function playResumed(play: Rewinding, before: Files): Promise<void> {
  await using screen = await play.open("--continue");
  const prompts = play.branch();
  await play.tree(screen, /user: play:third/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files only, by /tree, once it is resumed", before, "rewind");
  play.check(same("the conversation is that of the fork", prompts, ["play:third"]));
  await play.prompt(screen, "play:first");
  const first = play.files();
  await play.prompt(screen, "play:second");
  await screen.enter("/compact");
  await screen.until("the compaction has a point", () => play.isBound("compaction"));
  await play.tree(screen, /bash: echo two/, /Files and conversation/);
  await screen.shows(/Files rewound/);
  play.expect("files and conversation, from before a compaction", first, "rewind");
  await playClone(play, screen, before);
}

/** A clone goes to no earlier point, and can go to every one of its branch, as can what it is a clone of. */
async function playClone(play: Rewinding, screen: AgentScreen, before: Files): Promise<void> {
  const [session, points, now] = [play.sessionFile(), play.branchPoints(), play.files()];
  const isClone = (): boolean =>
    play.sessionFile() !== session && play.lines()[0]?.parentSession === session;
  screen.press("\x15");
  await screen.enter("/clone");
  await screen.shows(/Cloned to new session/);
  // It is told before it is written.
  await screen.until("the clone is written", isClone);
  // The place in the conversation is no entry: what followed it on the branch is not in the clone.
  const taken = play.branchPoints();
  const wanted = points.slice(0, taken.length);
  play.check(same("a clone has the points up to its place", taken, wanted));
  play.check(holds("there are some", taken.length > 2, `${taken.length}`));
  play.expect("a clone leaves the files", now);
  await play.tree(screen, /user: play:first/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files only, in a clone", before, "rewind");
  await play.tree(screen, /user: play:first/, /Undo last file rewind/);
  await screen.shows(/undone/);
  play.expect("undo, in a clone", now, "undo");
}

/** In a session of its own: one file of a turn, then one hunk of it. */
async function playParts(play: Rewinding): Promise<void> {
  await using screen = await play.open();
  const numbers = Array.from({ length: 10 }, (_, index) => `${index + 2}\n`).join("");
  const file = (first: string, last: string) => `644 ${first}\n${numbers}${last}\n`;
  const prompts: string[] = [];
  const prompt = async (name: string) => {
    await play.prompt(screen, `play:${name}`);
    prompts.push(`play:${name}`);
    return same(`${name}: the conversation is as it was`, play.branch(), prompts);
  };
  await prompt("base");
  const base = play.files();
  await prompt("edit");
  const byPath = await prompt("path");
  play.check(byPath, "oops by path");
  const edited = { ...base, "l.txt": file("one", "twelve") };
  play.expect("oops of one file, by pi's shell", edited, "oops by path");
  play.check(await prompt("hunk"), "oops by hunk");
  const part = { ...base, "l.txt": file("one", "12") };
  play.expect("oops of one hunk, by pi's shell", part, "oops by hunk");
  await playChosen(play, base);
}

/** The session before this one is chosen from pi's list, and goes back by the points that it had. */
async function playChosen(play: Rewinding, base: Files): Promise<void> {
  await using screen = await play.open();
  const files = play.files();
  screen.press("\x15");
  await screen.enter("/resume");
  await screen.shows(/Resume Session/);
  await screen.choose(/play:base/);
  await screen.shows(/Resumed session/);
  play.expect("/resume leaves the files", files);
  await play.tree(screen, /user: play:edit/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files only, after /resume", base, "rewind");
  await play.tree(screen, /user: play:edit/, /Undo last file rewind/);
  await screen.shows(/undone/);
  play.expect("undo, after /resume", files, "undo");
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
  const kept = await play.bookmarks();
  play.check(same("and two checkpoints of its own", kept.length, 2));
  await play.tree(screen, /user: play:second/, /Files only/);
  await screen.shows(/Files rewound/);
  play.expect("files go back to a checkpoint that went", before, "rewind");
  await playAge(play, settings, own);
}

/** `maxAgeDays`: those that are older go, and the newest never does. */
async function playAge(play: Rewinding, settings: string, own: object): Promise<void> {
  const milliseconds = 1 / 86_400_000;
  writeFileSync(settings, JSON.stringify({ ...own, unf: { maxAgeDays: milliseconds } }));
  await using screen = await play.open();
  for (const name of ["third", "first"]) await play.prompt(screen, `play:${name}`);
  await screen.shows(/◆ \d+\/1$|◆ \d+\/1\s/);
  play.check(holds("the session keeps every point by age", play.points().length > 2, ""));
  play.check(same("and the newest checkpoint", (await play.bookmarks()).length, 1));
}

async function uninstall(stage: Stage): Promise<Check[]> {
  await settle(stage);
  stage.tap.remove();
  await stage.story.unf("hook", "uninstall", "pi", "--yes");
  // pi writes into its settings.json itself.
  const own = [...stage.before].filter(([file]) => file.endsWith("unf.ts"));
  return own.map(([file, text]) => same(`${file} is as before`, readIfThere(file), text));
}
