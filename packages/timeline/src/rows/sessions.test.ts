import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { test } from "node:test";
import type { AbsPath, BlobId, SnapshotId, WallMs } from "@unf/core/base";
import type { Timeline, TimelineReader } from "@unf/core/ports";
import { type Author, unknownAuthor } from "@unf/core/timeline";
import { createConnection } from "../file/driver.ts";
import { openTimeline, openTimelineReader } from "../open/open.ts";
import { openTimelineCheck } from "../repair/check.ts";
import { rebuildTimeline } from "../repair/rebuild.ts";
import { always, identity, openScratch, recording } from "../testing/scratch.ts";

const hash = "a".repeat(64) as BlobId;
const at = (ms: number) => (1_700_000_000_000 + ms) as WallMs;
const session = {
  ...{ id: "s-7f3a", agent: "codex", agentSession: "one", cwd: "/p/\udcff" as AbsPath },
  ...{ label: null, parent: null, startedAt: at(0) },
};
const byTurn: Author = {
  ...{ agent: "codex", confidence: "hook", session: "s-7f3a", turn: 1, toolCall: 1 },
};

/** One session with two turns, three tool calls and a row of which two can be the author. */
function fill(timeline: Timeline): void {
  timeline.openSession(session);
  const turn = { session: "s-7f3a", startedAt: at(1), before: 0 } as const;
  timeline.openTurn({ ...turn, label: "first", prompt: "first\nmore" });
  const call = { session: "s-7f3a", turn: 1, agentCall: "c1", startedAt: at(2), endedAt: null };
  const paths = [{ path: "/p/\udcff/a" as AbsPath, hash }, { path: "/p/b" as AbsPath }];
  timeline.openToolCall({ ...call, tool: "Write", reach: { kind: "paths", paths } });
  timeline.openToolCall({ ...call, tool: "Bash", reach: { kind: "shell", command: "make" } });
  timeline.openToolCall({ ...call, tool: "Read", reach: { kind: "nothing" }, agentCall: null });
  timeline.endToolCall(1, { at: at(3) });
  timeline.endTurn(1, { at: at(4), by: "stop", after: 0 });
  const second = { ...turn, label: "second", prompt: null, startedAt: at(5), promptId: "p-2" };
  assert.equal(timeline.openTurn(second), 2);
  assert.equal(timeline.openTurn({ ...second, startedAt: at(6) }), 2, "a prompt has one turn");
  const mine = { session: "s-7f3a", turn: 1, toolCall: 2 };
  timeline.nameTurn(1, "p-2");
  assert.equal(timeline.turn(1)?.promptId, undefined, "a name stays with the turn that has it");
  timeline.nameTurn(1, "p-1");
  timeline.nameTurn(1, "p-0");
  assert.equal(timeline.turnOfPrompt("s-7f3a", "p-1")?.id, 1);
  assert.equal(timeline.turnOfPrompt("s-7f3a", "p-0"), undefined);
  const recordings = [
    recording("a", { author: byTurn }),
    { ...recording("b"), candidates: [mine, { ...mine, toolCall: 3 }] },
  ];
  timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
}

function look(timeline: TimelineReader): unknown[] {
  return [
    timeline.sessions({ limit: 9 }),
    timeline.turns({ limit: 9 }),
    timeline.turnOfPrompt("s-7f3a", "p-2")?.id ?? "none",
    timeline.turnOfPrompt("s-none", "p-2")?.id,
    timeline.toolCalls({ session: "s-7f3a" }),
    timeline.openSessions(),
    timeline.candidates(2 as SnapshotId),
    timeline.snapshot(1 as SnapshotId)?.author,
  ];
}

function complaints(path: AbsPath): string[] {
  using check = openTimelineCheck(path);
  return [...check.faults("full"), ...check.disagreements()];
}

function rebuild(path: AbsPath): void {
  const rebuilt = rebuildTimeline(path, identity, () => hash, always);
  renameSync(rebuilt.path, path);
}

test("what agents did survives a reopening and a rebuild", () => {
  using scratch = openScratch();
  {
    using timeline = openTimeline(scratch.path, always, { create: identity });
    fill(timeline);
  }
  const read = () => {
    using reader = openTimelineReader(scratch.path);
    return look(reader);
  };
  const before = read();
  const [sessions, turns, , , calls, open] = before as ReturnType<TimelineReader["sessions"]>[];
  assert.deepEqual(sessions, [{ ...session, label: "first", endedAt: null, endedBy: null }]);
  assert.deepEqual([turns?.length, calls?.length, open?.length], [2, 3, 1]);
  assert.deepEqual(complaints(scratch.path), []);
  rebuild(scratch.path);
  assert.deepEqual(complaints(scratch.path), []);
  assert.deepEqual(read(), before);
  using timeline = openTimeline(scratch.path, always);
  const turn = { session: "s-7f3a", startedAt: at(9), before: 0, label: "", prompt: null } as const;
  assert.equal(timeline.openTurn(turn), 3, "ids are not given out twice");
});

test("what a daemon goes on with is the session, its newest turn and the tool calls without end", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  fill(timeline);
  const [open] = timeline.openSessions();
  assert.deepEqual(
    [open?.session.id, open?.turn?.label, open?.toolCalls.map(({ tool }) => tool)],
    ["s-7f3a", "second", ["Bash", "Read"]],
  );
  timeline.endTurn(2, { at: at(8), by: "stop", after: 2 as SnapshotId });
  assert.equal(timeline.openSessions()[0]?.turn?.endedBy, "stop");
  timeline.endSession("s-7f3a", { at: at(9), by: "timeout" });
  assert.deepEqual(timeline.openSessions(), []);
});

test("the first end of a session, a turn and a tool call counts", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  fill(timeline);
  const nothing = { kind: "nothing" } as const;
  for (const ms of [10, 20]) {
    timeline.endToolCall(2, { at: at(ms), reach: nothing });
    timeline.endToolCall(3, { at: at(ms) });
    timeline.endTurn(2, { at: at(ms), by: ms === 10 ? "stop" : "timeout", after: 0 });
    timeline.endSession("s-7f3a", { at: at(ms), by: ms === 10 ? "session_end" : "timeout" });
  }
  timeline.endToolCall(2, { at: at(30), reach: { kind: "shell", command: "later" } });
  const calls = [2, 3].map((id) => timeline.toolCall(id));
  assert.deepEqual(
    calls.map((call) => [call?.endedAt, call?.reach]),
    [
      [at(10), nothing],
      [at(10), nothing],
    ],
  );
  assert.deepEqual([timeline.turn(2)?.endedAt, timeline.turn(2)?.endedBy], [at(10), "stop"]);
  assert.equal(timeline.session("s-7f3a")?.endedBy, "session_end");
});

test("a session is found by a prefix that no other has, and by its whole id before that", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  for (const id of ["s-7f3a", "s-7f3a1", "s-80"]) timeline.openSession({ ...session, id });
  const found = ["s-7", "s-7f3a", "s-7f3a1", "s-8", "s-9", ""].map(
    (id) => timeline.session(id)?.id,
  );
  assert.deepEqual(found, [undefined, "s-7f3a", "s-7f3a1", "s-80", undefined, undefined]);
});

test("an author who is found out later replaces the one before, with its candidates", () => {
  using scratch = openScratch();
  using timeline = openTimeline(scratch.path, always, { create: identity });
  fill(timeline);
  const [a, b] = [1 as SnapshotId, 2 as SnapshotId];
  const gone = 99 as SnapshotId;
  const none = { inbox: [], recordings: [], restats: [], settlements: [] };
  const candidates = [{ session: "s-7f3a", turn: null, toolCall: null }];
  const ambiguous: Author = { ...unknownAuthor, confidence: "ambiguous" };
  timeline.commit({
    ...none,
    attributions: [
      { id: a, author: ambiguous, candidates },
      { id: b, author: byTurn },
      { id: gone, author: byTurn, candidates },
    ],
  });
  assert.deepEqual(
    [a, b].map((id) => timeline.snapshot(id)?.author),
    [ambiguous, byTurn],
  );
  assert.deepEqual(
    [a, b, gone].map((id) => timeline.candidates(id)),
    [candidates, [], []],
  );
  assert.equal(timeline.facts().settled, 2, "it says nothing of whether the file lay still");
});

/** Statements that each break something, the complaint, and the rows of each table after a rebuild. */
const broken: readonly (readonly [sql: string, says: RegExp, left: readonly number[]])[] = [
  [`UPDATE sessions SET started_at = '${"x".repeat(24)}'`, /session 1: .*timestamp/, [0, 0, 0, 2]],
  [
    `UPDATE turns SET ended_at = '${"x".repeat(24)}' WHERE id = 1`,
    /t-1: .*timestamp/,
    [1, 1, 3, 2],
  ],
  ["UPDATE tool_calls SET detail = '[1' WHERE id = 1", /tool call 1: .*detail/, [1, 2, 2, 2]],
  ["UPDATE tool_calls SET detail = '[{}]' WHERE id = 1", /tool call 1: .*detail/, [1, 2, 2, 2]],
  ["UPDATE candidates SET turn = -1 WHERE id = 1", /candidate 1: .*turn/, [1, 2, 3, 1]],
  [
    "PRAGMA ignore_check_constraints = ON; UPDATE versions SET confidence = 4 WHERE id = 1",
    /v1: .*confidence/,
    [1, 2, 3, 2],
  ],
  ["PRAGMA foreign_keys = OFF; DELETE FROM versions WHERE id = 2", /of candidates/, [1, 2, 3, 0]],
];

test("rows about agents that make no sense are found, and left out of a rebuild", () => {
  for (const [sql, says, left] of broken) {
    using scratch = openScratch();
    {
      using timeline = openTimeline(scratch.path, always, { create: identity });
      fill(timeline);
      using bare = createConnection({ path: scratch.path, mayWrite: always, onOpen: () => {} });
      bare.script(sql);
    }
    const found = complaints(scratch.path);
    assert.ok(
      found.some((line) => says.test(line)),
      `${sql}: ${found}`,
    );
    rebuild(scratch.path);
    assert.deepEqual(complaints(scratch.path), [], sql);
    using bare = createConnection({ path: scratch.path, mayWrite: undefined, onOpen: () => {} });
    const counts = ["sessions", "turns", "tool_calls", "candidates"].map(
      (table) => bare.statement(`SELECT count(*) FROM ${table}`).get()?.[0],
    );
    assert.deepEqual(counts, left, sql);
  }
});
