import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import type { Session, Turn } from "../timeline/session.ts";
import { readLineage } from "./lineage.ts";

/** Sessions by their ids: when each began, which one it goes on with, and up to which turn. */
type Sessions = Readonly<
  Record<string, readonly [startedAt: number, parent: string | null, sharedTurn?: number]>
>;

function lineage(sessions: Sessions, ...ids: string[]) {
  const find = (word: string): Session | undefined => {
    const id = Object.keys(sessions).find((one) => one.startsWith(word));
    const [startedAt, parent, sharedTurn] = sessions[id ?? ""] ?? [];
    return id === undefined || startedAt === undefined || parent === undefined
      ? undefined
      : {
          ...{ id, agent: "codex", agentSession: id, cwd: null, label: null, parent },
          ...{ startedAt: startedAt as WallMs, endedAt: null, endedBy: null },
          ...(sharedTurn === undefined ? {} : { sharedTurn }),
        };
  };
  const turn = (id: number) => {
    const endedAt = { 1: 12, 2: 17, 3: 24, 4: null }[id] as WallMs | null | undefined;
    return endedAt === undefined ? undefined : ({ id, endedAt } as Turn);
  };
  const held = readLineage({ session: find, turn }, ids);
  return held.map(({ id, until }) => [id, until]);
}

test("a fork holds what was over in each session it comes from when it was forked", () => {
  const chain = { "s-a": [10, null], "s-b": [20, "s-a"], "s-c": [30, "s-b"] } as const;
  assert.deepEqual(lineage(chain, "s-a"), [["s-a", null]]);
  assert.deepEqual(lineage(chain, "s-c"), [
    ["s-c", null],
    ["s-b", 30],
    ["s-a", 20],
  ]);
  // A clock that was set back in between makes no more of it.
  const back = { ...chain, "s-b": [40, "s-a"] } as const;
  assert.deepEqual(lineage(back, "s-c"), [
    ["s-c", null],
    ["s-b", 30],
    ["s-a", 30],
  ]);
});

test("a fork from an earlier message holds what was over when the last turn that both hold ended", () => {
  const from = (turn: number) => ({ "s-a": [10, null], "s-b": [20, "s-a", turn] }) as const;
  const untilOf = (turn: number) => lineage(from(turn), "s-b")[1]?.[1];
  assert.deepEqual([1, 2].map(untilOf), [12, 17]);
  assert.equal(untilOf(3), 20, "a turn that went on belongs to the session that went on with it");
  assert.equal(untilOf(4), 20, "and one that still goes on");
  assert.equal(untilOf(0), 0, "nothing");
  assert.equal(untilOf(9), 0, "a turn that was forgotten");
  // Up the chain, too: the turn may be one of before the session that is named.
  const chain = { "s-a": [10, null], "s-b": [20, "s-a"], "s-c": [30, "s-b", 1] } as const;
  assert.deepEqual(lineage(chain, "s-c").slice(1), [
    ["s-b", 12],
    ["s-a", 12],
  ]);
});

test("of several sessions the one that holds more counts", () => {
  const two = { "s-a": [10, null], "s-b": [20, "s-a"], "s-c": [30, "s-a"] } as const;
  for (const ids of [
    ["s-b", "s-c"],
    ["s-c", "s-b"],
  ])
    assert.deepEqual(lineage(two, ...ids), [...ids.map((id) => [id, null]), ["s-a", 30]]);
  assert.deepEqual(lineage(two, "s-b", "s-a"), [
    ["s-b", null],
    ["s-a", null],
  ]);
});

test("sessions that are not there, or come from each other, are no reason to go on for ever", () => {
  assert.deepEqual(lineage({}, "s-a"), [["s-a", null]]);
  assert.deepEqual(lineage({ "s-a": [10, "s-gone"] }, "s-a"), [
    ["s-a", null],
    ["s-gone", 10],
  ]);
  const round = { "s-a": [10, "s-b"], "s-b": [20, "s-a"] } as const;
  assert.deepEqual(lineage(round, "s-a"), [
    ["s-a", null],
    ["s-b", 10],
  ]);
  assert.deepEqual(lineage({ "s-ab": [10, "s-c"] }, "s-a"), [["s-a", null]], "part of an id");
  const long = Object.fromEntries(
    Array.from({ length: 90 }, (_, n) => [`s-${n}.`, [n, n === 0 ? null : `s-${n - 1}.`]]),
  ) as Sessions;
  assert.equal(lineage(long, "s-89.").length, 33);
});
