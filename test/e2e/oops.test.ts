import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { awaitTurns, blame, sayTurns, startClaude } from "./claude.ts";
import { spooled } from "./hook-run.ts";
import { type Story, tellingBeside } from "./story.ts";

const tellBeside = tellingBeside();

const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

/** A project with the same text in each file, recorded. */
async function storyOf(...paths: readonly string[]): Promise<Story> {
  const story = await tellBeside((at) => {
    for (const path of paths) writeFileSync(at(path), text);
  });
  await story.flush();
  return story;
}

function read(story: Story, path: string): string {
  return readFileSync(story.at(path), "utf8");
}

/** Replaces a word in a file, as an editor or a tool does. */
function change(story: Story, path: string, from: string, to: string): void {
  writeFileSync(story.at(path), read(story, path).replace(from, to));
}

test("edits through an agent's shell are its turn's, and are taken back", async () => {
  await using story = await storyOf("a.txt", "b.txt");
  // Nobody can tell beforehand what a script writes.
  writeFileSync(story.at("shout.sh"), "sed -i s/two/TWO/ b.txt\necho made > made.txt\n");
  await story.flush();
  const claude = startClaude(story);
  await claude.prompt("shout");
  await claude.bash("sed -i s/two/TWO/ a.txt");
  await claude.bash("sh shout.sh");
  await claude.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 1)), ["t-1 shout: a.txt b.txt made.txt"]);
  await story.unf("oops", "--yes");
  assert.deepEqual([read(story, "a.txt"), read(story, "b.txt")], [text, text]);
  assert.equal(existsSync(story.at("made.txt")), false);
});

test("what an agent removed by rm comes back, and is said to be its doing", async () => {
  await using story = await storyOf("a.txt", "b.txt", "c.txt");
  mkdirSync(story.at("dir/deep"), { recursive: true });
  writeFileSync(story.at("dir/deep/d.txt"), text);
  await story.flush();
  const claude = startClaude(story);
  await claude.prompt("clean up");
  await claude.bash("rm a.txt b.txt && rm -r dir");
  await claude.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 1)), [
    "t-1 clean up: a.txt b.txt dir/deep/d.txt",
  ]);
  // A person removes one, too: that is not the agent's.
  rmSync(story.at("c.txt"));
  await story.flush();
  await story.unf("oops", "--yes");
  assert.deepEqual(
    ["a.txt", "b.txt", "dir/deep/d.txt"].map((path) => read(story, path)),
    [text, text, text],
  );
  assert.equal(existsSync(story.at("c.txt")), false);
});

test("a person's work that an agent threw away by git checkout comes back", async () => {
  await using story = await storyOf("a.txt", "b.txt");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
      cwd: story.home.project,
      env: { PATH: process.env.PATH, HOME: story.home.home },
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  change(story, "a.txt", "two", "never committed");
  rmSync(story.at("b.txt"));
  await story.flush();
  const mine = read(story, "a.txt");
  const claude = startClaude(story);
  await claude.prompt("undo your change");
  await claude.bash("git checkout -- .");
  await claude.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 1)), ["t-1 undo your change: a.txt b.txt"]);
  assert.equal(read(story, "a.txt"), text);
  await story.unf("oops", "--yes");
  assert.deepEqual([read(story, "a.txt"), existsSync(story.at("b.txt"))], [mine, false]);
});

test("one session is taken back while another is at work in the same file", async () => {
  await using story = await storyOf("shared.txt", "own.txt");
  const [one, two] = [startClaude(story, "one"), startClaude(story, "two")];
  await two.prompt("second");
  await one.prompt("first");
  await one.edit("shared.txt", () => change(story, "shared.txt", "two", "of one"));
  await two.edit("shared.txt", () => change(story, "shared.txt", "five", "of two"));
  await one.edit("own.txt", () => change(story, "own.txt", "two", "of one"));
  await one.stop();
  const ended = (await awaitTurns(story, 1)).find(({ label }) => label === "first");
  assert.ok(ended !== undefined);
  // The other one is in the middle of a tool call.
  const tool = { tool_name: "Bash", tool_use_id: "long", tool_input: { command: "make" } };
  await two.tell("PreToolUse", tool);
  await story.unf("oops", "--session", ended.session, "--yes");
  assert.equal(read(story, "shared.txt"), text.replace("five", "of two"));
  assert.equal(read(story, "own.txt"), text);
  change(story, "shared.txt", "eight", "of two as well");
  await two.tell("PostToolUse", tool);
  await two.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 2)), [
    "t-1 second: shared.txt",
    "t-2 first: own.txt shared.txt",
  ]);
  assert.deepEqual(
    (await blame(story, "shared.txt")).filter((line) => line.startsWith("of ")),
    ["of two t-1", "of two as well t-1"],
  );
});

test("a person's edit between two edits of an agent stays, and is nobody else's", async () => {
  await using story = await storyOf("a.txt");
  const claude = startClaude(story);
  await claude.prompt("number them");
  await claude.edit("a.txt", () => change(story, "a.txt", "two", "2"));
  // A text that is overwritten within milliseconds is no version of its own.
  await story.flush();
  change(story, "a.txt", "five", "my own");
  await story.flush();
  await claude.edit("a.txt", () => change(story, "a.txt", "eight", "8"));
  await claude.stop();
  await awaitTurns(story, 1);
  assert.deepEqual(
    (await blame(story, "a.txt")).filter((line) => /^(2|my own|8) /.test(line)),
    ["2 t-1", "my own unknown", "8 t-1"],
  );
  await story.unf("oops", "--yes");
  assert.equal(read(story, "a.txt"), text.replace("five", "my own"));
});

test("what two agents can have written is left alone and named", async () => {
  await using story = await storyOf("a.txt", "b.txt");
  const [one, two] = [startClaude(story, "one"), startClaude(story, "two")];
  const tool = { tool_name: "Bash", tool_use_id: "w", tool_input: { command: "make" } };
  // Into the file itself: a temporary one, if it is caught, would be doubtful as well.
  writeFileSync(story.at("shout.sh"), 'echo "$(sed s/two/TWO/ a.txt)" > a.txt\n');
  await story.flush();
  await two.prompt("second");
  await two.tell("PreToolUse", tool);
  await one.prompt("first");
  await one.bash("sh shout.sh");
  await two.tell("PostToolUse", tool);
  await one.edit("b.txt", () => change(story, "b.txt", "two", "TWO"));
  await one.stop();
  await awaitTurns(story, 1);
  const { stdout } = await story.unf("oops", "--agent", "claude-code", "--yes", "--json");
  const { doubtful } = JSON.parse(stdout) as { doubtful: { path: string }[] };
  assert.deepEqual(doubtful, [{ path: "a.txt" }]);
  assert.deepEqual(
    [read(story, "a.txt"), read(story, "b.txt")],
    [text.replace("two", "TWO"), text],
  );
});

test("hooks that come after the next prompt change nothing about whose each edit is", async () => {
  await using story = await storyOf("a.txt", "b.txt");
  // Events that are told there wait on disk until it is moved: as late as can be.
  const elsewhere = { UNF_HOME: join(story.home.root, "elsewhere") };
  await story.tryUnf(["config", "set", "log.level", "debug"], { env: elsewhere });
  const claude = startClaude(story);
  const edit = (path: string) => ({
    tool_name: "Edit",
    tool_use_id: path,
    tool_input: { file_path: story.at(path) },
  });
  await claude.prompt("first");
  await claude.tell("PreToolUse", edit("a.txt"));
  change(story, "a.txt", "two", "of the first");
  await claude.tell("PostToolUse", edit("a.txt"), elsewhere);
  await claude.tell("Stop", {}, elsewhere);
  await claude.prompt("second");
  await claude.edit("b.txt", () => change(story, "b.txt", "two", "of the second"));
  const late = join(elsewhere.UNF_HOME, "spool");
  assert.equal(readdirSync(late).length, 2);
  mkdirSync(join(story.home.unfHome, "spool"), { recursive: true, mode: 0o700 });
  for (const name of readdirSync(late))
    renameSync(join(late, name), join(story.home.unfHome, "spool", name));
  await until("the late ones were taken", () => spooled(story.home).length === 0);
  await claude.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 2)), ["t-1 first: a.txt", "t-2 second: b.txt"]);
  assert.ok((await blame(story, "a.txt")).includes("of the first t-1"));
  assert.ok((await blame(story, "b.txt")).includes("of the second t-2"));
});

test("a turn that was never closed has no part in what came after it", async () => {
  await using story = await storyOf("a.txt", "b.txt", "mine.txt");
  const claude = startClaude(story);
  await claude.prompt("interrupted");
  await claude.edit("a.txt", () => change(story, "a.txt", "two", "2"));
  change(story, "mine.txt", "two", "my own");
  await story.flush();
  await claude.prompt("next");
  await claude.edit("b.txt", () => change(story, "b.txt", "two", "2"));
  await claude.stop();
  const turns = await awaitTurns(story, 2);
  assert.deepEqual(sayTurns(turns), ["t-1 interrupted: a.txt", "t-2 next: b.txt"]);
  assert.deepEqual(
    turns.map(({ ended_by }) => ended_by),
    ["next_prompt", "stop"],
  );
  await story.unf("oops", "--turn", "t-1", "--yes");
  assert.equal(read(story, "a.txt"), text);
  assert.equal(read(story, "b.txt"), text.replace("two", "2"));
  assert.equal(read(story, "mine.txt"), text.replace("two", "my own"));
});

test("said again, oops goes one turn further back, and undo brings both back in turn", async () => {
  await using story = await storyOf("a.txt");
  const claude = startClaude(story);
  for (const [prompt, from, to] of [
    ["first", "two", "2"],
    ["second", "eight", "8"],
  ] as const) {
    await claude.prompt(prompt);
    await claude.edit("a.txt", () => change(story, "a.txt", from, to));
    await claude.stop();
  }
  const turns = await awaitTurns(story, 2);
  const after = [text.replace("two", "2"), text.replace("two", "2").replace("eight", "8")];
  await story.unf("oops", "--yes");
  assert.equal(read(story, "a.txt"), after[0]);
  await story.unf("oops", "--yes");
  assert.equal(read(story, "a.txt"), text);
  const none = await story.tryUnf(["oops", "--yes"]);
  assert.equal(none.code, 3, none.stdout + none.stderr);
  // Each is said to have taken back its own turn, although both wrote the one file.
  const { stdout } = await story.unf("ops", "--json");
  const { operations } = JSON.parse(stdout) as { operations: { took_back: unknown[] }[] };
  const { session } = turns[0] ?? {};
  const took = (turn: string, label: string) => [{ turn, session, label, whole: true }];
  assert.deepEqual(
    operations.map(({ took_back }) => took_back),
    [took("t-1", "first"), took("t-2", "second")],
  );
  await story.unf("undo", "--yes");
  assert.equal(read(story, "a.txt"), after[0]);
  await story.unf("undo", "--yes");
  assert.equal(read(story, "a.txt"), after[1]);
});

test("the return to before a prompt is itself taken back", async () => {
  await using story = await storyOf("a.txt", "b.txt");
  const claude = startClaude(story);
  await claude.prompt("first");
  await claude.edit("a.txt", () => change(story, "a.txt", "two", "2"));
  await claude.stop();
  await claude.prompt("second");
  await claude.bash("rm b.txt");
  await claude.stop();
  await awaitTurns(story, 2);
  await story.unf("restore", "--turn", "t-1", "--yes");
  assert.deepEqual([read(story, "a.txt"), read(story, "b.txt")], [text, text]);
  await story.unf("undo", "--yes");
  assert.equal(read(story, "a.txt"), text.replace("two", "2"));
  assert.equal(existsSync(story.at("b.txt")), false);
});

test("a prompt that is heard after the edit it led to is returned to all the same", async () => {
  await using story = await storyOf("a.txt");
  const daemon = await story.daemonPid();
  const claude = startClaude(story);
  process.kill(daemon, "SIGSTOP");
  await claude.prompt("first");
  await claude.edit("a.txt", () => change(story, "a.txt", "two", "2"));
  assert.notEqual(spooled(story.home).length, 0);
  process.kill(daemon, "SIGCONT");
  await claude.stop();
  assert.deepEqual(sayTurns(await awaitTurns(story, 1)), ["t-1 first: a.txt"]);
  await story.unf("restore", "--turn", "t-1", "--yes");
  assert.equal(read(story, "a.txt"), text);
});
