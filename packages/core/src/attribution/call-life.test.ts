import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import type { TreeProcess, TreeReading } from "../ports/process-tree.ts";
import { addSpan, isDormant, isSeenAtWork, mayHaveRun } from "./call-life.ts";

const start = 10_000 as WallMs;

function one(pid: number, bornAt: number, more: Partial<TreeProcess> = {}): TreeProcess {
  const born = { startTicks: bornAt / 10, bornAt: bornAt as WallMs };
  return { pid, name: "node", hasEnded: false, endings: 0, ranNs: 0, ...born, ...more };
}

/** A look at 20,000, in which so many endings were counted. */
function reading(below: readonly TreeProcess[], endings = 0, at = 20_000): TreeReading {
  const [from, to] = [at, at + 1] as [WallMs, WallMs];
  return { from, to, endingsBefore: endings, endingsAfter: endings, below, isSteady: true };
}

const server = one(7, 2000);
const shell = one(8, 2000, { name: "bash", ranNs: 5 });
const command = one(9, 12_000, { name: "sh" });

const cases: readonly (readonly [string, boolean, TreeReading, TreeReading])[] = [
  ["nothing is below the agent", false, reading([]), reading([])],
  ["only what was there before the command", false, reading([server]), reading([server])],
  ["a process of the command lives", true, reading([server, command]), reading([command])],
  ["it came since", true, reading([]), reading([command])],
  ["it has gone since", true, reading([command]), reading([], 40)],
  ["a short one came and went in between", true, reading([]), reading([], 40)],
  ["one has ended long ago, and was not noticed", false, reading([ended()]), reading([ended()])],
  ["it has ended since, and was not noticed", true, reading([]), reading([ended()])],
  ["a shell that was there before has run", true, reading([shell]), reading([ran(shell)])],
  ["a server that was there before has run", false, reading([server]), reading([ran(server)])],
  [
    "a server had a child that ended",
    true,
    reading([server]),
    reading([{ ...server, endings: 1 }]),
  ],
  ["an older one has come under the agent", true, reading([]), reading([server])],
];

function ended(): TreeProcess {
  return { ...command, hasEnded: true };
}

function ran(process: TreeProcess): TreeProcess {
  return { ...process, ranNs: process.ranNs + 1 };
}

for (const [what, expected, before, after] of cases) {
  test(`${what}: the command ${expected ? "may have run" : "has certainly not run"}`, () => {
    assert.equal(mayHaveRun(start, before, after), expected);
  });
}

test("what ended while the second look was made counts, and what ended during the first", () => {
  const during = { ...reading([]), endingsAfter: 1 };
  assert.equal(mayHaveRun(start, reading([]), during), true);
  assert.equal(mayHaveRun(start, during, { ...reading([], 1) }), true);
});

test("what was born this moment is not taken for a command", () => {
  const { seenMs } = limits.sessions.life;
  const young = one(9, 20_000 - seenMs + 10);
  assert.equal(isSeenAtWork(start, reading([young])), false);
  assert.equal(isSeenAtWork(start, reading([one(9, 20_000 - seenMs)])), true);
  assert.equal(isSeenAtWork(start, reading([server])), false);
});

test("a command is dormant within a span, as far from its ends as clocks may differ", () => {
  const { slackMs } = limits.sessions.life;
  const spans = addSpan(addSpan(undefined, { from: 0, to: 100 }), { from: 90, to: 300 });
  assert.deepEqual(spans, [{ from: 0, to: 300 }]);
  const dormantAt = (at: number) => isDormant(spans, { from: at, to: at });
  assert.deepEqual([slackMs - 1, slackMs, 300 - slackMs, 301 - slackMs].map(dormantAt), [
    false,
    true,
    true,
    false,
  ]);
  assert.equal(isDormant(undefined, { from: 0, to: 0 }), false);
  assert.equal(isDormant(spans, { from: slackMs, to: 300 - slackMs }), true);
  assert.equal(isDormant(spans, { from: slackMs - 1, to: 200 }), false);
});

test("spans that do not meet stay apart, and old ones are let go", () => {
  const { spansMax } = limits.sessions.life;
  let spans = addSpan(undefined, { from: 0, to: 1 });
  for (let at = 10; at <= 10 * spansMax; at += 10) spans = addSpan(spans, { from: at, to: at + 1 });
  assert.equal(spans.length, spansMax);
  assert.deepEqual(spans[0], { from: 10, to: 11 });
});
