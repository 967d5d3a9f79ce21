import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { type Story, tellStory } from "../e2e/story.ts";
import { isLongForm, tempHome, testEnvironment, until, wordsOf } from "../kit/index.ts";
import { openInterposer } from "./native/interposer.ts";

// Ctrl-C in the middle of a restore, at a call of the system that waits for the test.

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;
/** Each question reads up to 900 files. */
const patience = { limitMs: 90_000, everyMs: 100 };
/** In a daemon so many that it takes the work of many turns, and a message comes in between. */
const counts = { daemon: 900, process: 250 };

interface Interrupted {
  readonly story: Story;
  readonly names: readonly string[];
  readonly code: number | null;
  readonly stderr: string;
}

/** Restores everything and presses Ctrl-C while the call that `rule` names is held up. */
async function interruptAt(
  rule: string,
  who: "daemon" | "process",
  signal: NodeJS.Signals = "SIGINT",
): Promise<Interrupted & AsyncDisposable> {
  const names = Array.from({ length: counts[who] }, (_, n) => `f${n}.txt`);
  const home = tempHome();
  const control = join(home.root, "control");
  const faults = typeof interposer === "string" ? {} : interposer.environment({ control });
  const prepare = (at: Story["at"]) => {
    for (const name of names) writeFileSync(at(name), "before\n");
  };
  const story = await tellStory(prepare, { home, env: faults });
  await story.unf("checkpoint", "before");
  for (const name of names) writeFileSync(story.at(name), "after\n");
  await story.flush();
  if (who === "process") await story.unf("stop");
  writeFileSync(control, `${rule} HOLD 100+\n`);
  const words = ["restore", "--at", "cp:before", "--yes", "--project", home.project];
  const [file, ...first] = wordsOf("unf");
  const child = spawn(file, [...first, ...words], {
    cwd: home.project,
    env: testEnvironment(home, faults),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  await until("it is held up", () => isHeldUp(story, rule, names), patience);
  child.kill(signal);
  rmSync(control);
  const [code] = (await once(child, "close")) as [number | null];
  const dispose = () => story[Symbol.asyncDispose]();
  return { story, names, code, stderr: await said, [Symbol.asyncDispose]: dispose };
}

/** True when so many temporaries are there, or so many files restored, that the next call is held up. */
function isHeldUp({ home }: Story, rule: string, names: readonly string[]): boolean {
  const found = readdirSync(home.project).filter((name) => name.startsWith(".unf-"));
  return rule.startsWith("create")
    ? found.length >= 99
    : countOf(home.project, names, "before\n") >= 99;
}

function countOf(project: string, names: readonly string[], content: string): number {
  return names.filter((name) => readFileSync(join(project, name), "utf8") === content).length;
}

const [staging, applying] = ["create /project/.unf-", "rename /project/.unf-"];

for (const who of isLongForm("UNF_FAULT")
  ? (["daemon", "process"] as const)
  : ["daemon" as const]) {
  test(`Ctrl-C before a restore is decided changes nothing and leaves nothing (${who})`, {
    skip,
  }, async () => {
    await using told = await interruptAt(staging, who);
    const { story, names, code, stderr } = told;
    assert.match(stderr, /interrupted; nothing was changed/);
    assert.equal(code, 130);
    assert.equal(countOf(story.home.project, names, "after\n"), names.length);
    assert.deepEqual(readdirSync(story.home.project).sort(), names.toSorted());
    await story.unf("start");
    await story.unf("restore", "--at", "cp:before", "--yes");
    assert.equal(countOf(story.home.project, names, "before\n"), names.length);
  });
}

test("Ctrl-C in a restore says how much is done, the daemon finishes it, and undo takes it back", {
  skip,
}, async () => {
  await using told = await interruptAt(applying, "daemon");
  const { story, names, code, stderr } = told;
  assert.match(
    stderr,
    /interrupted after \d+ of [\d ]+ changes; the daemon finishes op-1 \(unf status\)[\s\S]*unf undo op-1/,
  );
  assert.equal(code, 130);
  const isWhole = () => countOf(story.home.project, names, "before\n") === names.length;
  await until("the daemon has finished it", isWhole, patience);
  await story.unf("undo", "op-1", "--yes");
  assert.equal(countOf(story.home.project, names, "after\n"), names.length);
});

test("what the command itself leaves half done is finished as soon as recording goes on", {
  skip,
}, async () => {
  await using told = await interruptAt(applying, "process", "SIGTERM");
  const { story, names, code, stderr } = told;
  assert.match(
    stderr,
    /interrupted after \d+ of [\d ]+ changes; op-1 is finished as soon as recording goes on \(unf start\)/,
  );
  assert.equal(code, 143);
  const half = countOf(story.home.project, names, "before\n");
  assert.ok(half >= 99 && half < names.length, `${half}`);
  await story.unf("start");
  const isWhole = () => countOf(story.home.project, names, "before\n") === names.length;
  await until("it is finished", isWhole, patience);
});
