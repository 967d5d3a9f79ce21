import assert from "node:assert/strict";
import { test } from "node:test";
import { spanOfSession } from "@unf/answers";
import type { SnapshotId, WallMs } from "@unf/core/base";
import { type Session, type Turn, unknownAuthor } from "@unf/core/timeline";
import { fakeTimeline, row } from "../testing/fake-timeline.ts";

const at = (ms: number) => ms as WallMs;
const session: Session = {
  ...{ id: "s-7f3a", agent: "aider", agentSession: "x", cwd: null, label: null, parent: null },
  ...{ startedAt: at(100), endedAt: at(200), endedBy: "session_end" },
};
const own = { ...unknownAuthor, agent: "aider", session: "s-7f3a" };
const mine = { ...own, confidence: "process" } as const;
const others = [
  row({ id: 1, path: "a", at: 90 }),
  row({ id: 2, path: "a", at: 110 }),
  row({ id: 5, path: "a", at: 190 }),
  row({ id: 6, path: "a", at: 210 }),
];
const written = [
  row({ id: 3, path: "b", at: 120, author: mine, settled: false }),
  row({ id: 4, path: "b", at: 130, author: mine }),
];
const turn: Turn = {
  ...{ id: 1, session: "s-7f3a", label: "", prompt: null, endedBy: "stop" },
  ...{ startedAt: at(140), before: 4 as SnapshotId, endedAt: at(195), after: 5 as SnapshotId },
};

function spanOf(rows: typeof others, turns: readonly Turn[], more: Partial<Session> = {}) {
  const sorted = rows.toSorted((a, b) => a.id - b.id);
  const { before, after } = spanOfSession(fakeTimeline({ rows: sorted, turns }), {
    ...session,
    ...more,
  });
  return [before, after];
}

test("without prompts a session lasts from before its first row to its last, interim ones, too", () => {
  assert.deepEqual(spanOf([...others, ...written], []), [2, 4]);
});

test("its turns are exact; what it wrote before the first or after the last counts, too", () => {
  assert.deepEqual(spanOf(others, [turn]), [4, 5]);
  assert.deepEqual(spanOf([...others, ...written], [turn]), [2, 5]);
  const late = row({ id: 7, path: "b", at: 220, author: mine });
  assert.deepEqual(spanOf([...others, late], [turn]), [4, 7]);
});

test("without rows and turns its own times count, and what is open goes on until now", () => {
  assert.deepEqual(spanOf(others, []), [1, 5]);
  assert.deepEqual(spanOf(others, [], { endedAt: null, endedBy: null }), [1, 6]);
  assert.deepEqual(spanOf([], []), [0, 0]);
});
