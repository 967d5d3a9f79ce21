import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry } from "./host.ts";
import {
  findPoint,
  ledgerType,
  type Point,
  pathFrom,
  readPoints,
  readSessionFile,
  surplus,
  timeOf,
} from "./ledger.ts";

/** A session as one line: the role of each entry, `+` for one of ours that binds the one before. */
function chain(...kinds: string[]): Entry[] {
  return kinds.map((kind, index) => {
    const base = { id: `e${index}`, parentId: index === 0 ? null : `e${index - 1}` };
    if (kind !== "+") return { ...base, type: "message", message: { role: kind } };
    const data = pointOf(`e${index - 1}`, index);
    return { ...base, type: "custom", customType: ledgerType, data };
  });
}

function pointOf(entry: string, checkpoint: number, session = "s1"): Point {
  return { entry, checkpoint, at: `at-${checkpoint}`, session };
}

const reader = (entries: readonly Entry[]) => ({
  getEntry: (id: string) => entries.find((entry) => entry.id === id),
});

test("an entry has its own point, an entry of the ledger that of the one it stands below", () => {
  const entries = chain("system", "user", "+", "assistant", "toolResult", "+");
  entries[5] = { ...entries[5], data: pointOf("e3", 5) } as Entry;
  const points = readPoints(entries);
  const at = (id: string) => findPoint(id, reader(entries), points);
  assert.deepEqual(at("e1"), { point: pointOf("e1", 2), isEarlier: false });
  assert.deepEqual(at("e2"), { point: pointOf("e1", 2), isEarlier: false });
  // The files after a tool's call are those at the end of its turn.
  assert.deepEqual(at("e4"), { point: pointOf("e3", 5), isEarlier: false });
  assert.deepEqual(at("e5"), { point: pointOf("e3", 5), isEarlier: false });
  assert.equal(at("e0"), undefined);
  assert.equal(at("gone"), undefined);
});

test("an answer that was cut off has the point before it, which is said", () => {
  const entries = chain("user", "+", "assistant", "custom");
  assert.deepEqual(findPoint("e3", reader(entries), readPoints(entries)), {
    point: pointOf("e0", 1),
    isEarlier: true,
  });
});

test("of two points of one entry the later counts, and what is no point is none", () => {
  const [first, second] = chain("user", "+") as [Entry, Entry];
  const strange = [
    null,
    7,
    {},
    { ...pointOf("e0", 3), checkpoint: 1.5 },
    { ...pointOf("e0", 3), session: 1 },
  ].map((data, index) => ({ ...second, id: `x${index}`, data }));
  const later = { ...second, id: "e2", data: pointOf("e0", 9) };
  const other = { ...second, id: "e3", customType: "rewind-turn", data: pointOf("e0", 10) };
  const points = readPoints([first, second, later, ...strange, other]);
  assert.deepEqual([...points], [["e0", pointOf("e0", 9)]]);
});

test("a session file tells its parent and its points, however it ends", () => {
  const [, bound] = chain("user", "+");
  const lines = [
    JSON.stringify({ type: "session", id: "s1", parentSession: "/a/b.jsonl" }),
    JSON.stringify({ type: "message", id: "e0", message: { role: "user", content: "hello" } }),
    JSON.stringify(bound),
    JSON.stringify(bound).slice(0, 60),
  ];
  assert.deepEqual(readSessionFile(lines.join("\n")), {
    parent: "/a/b.jsonl",
    points: new Map([["e0", pointOf("e0", 1)]]),
  });
  assert.deepEqual(readSessionFile(""), { parent: undefined, points: new Map() });
});

test("entries that lead back to themselves have an end", () => {
  const round: Entry[] = [
    { type: "message", id: "a", parentId: "b", message: { role: "user" } },
    { type: "message", id: "b", parentId: "a", message: { role: "assistant" } },
  ];
  assert.equal(findPoint("a", reader(round), new Map()), undefined);
  assert.deepEqual(
    pathFrom("a", reader(round)).map(({ id }) => id),
    ["a", "b"],
  );
});

test("a checkpoint that is gone, or is another history's, is an instant", () => {
  const point = pointOf("e0", 4);
  assert.equal(timeOf(point, new Map([[4, "at-4"]])), "cp:4");
  assert.equal(timeOf(point, new Map([[4, "another"]])), "at-4");
  assert.equal(timeOf(point, new Map()), "at-4");
});

test("a session keeps its newest checkpoints, what is labelled, and those of others", () => {
  const points = [1, 2, 3, 4, 5].map((id) => pointOf(`e${id}`, id));
  const live = new Map(points.map(({ checkpoint, at }) => [checkpoint, at]));
  const those = { session: "s1", live, labelled: (entry: string) => entry === "e2" };
  const ever = Number.NEGATIVE_INFINITY;
  const keep = (max: number, more: object = {}) =>
    surplus(points, { max, since: ever }, { ...those, ...more });
  assert.deepEqual(keep(3), [1, 3]);
  assert.deepEqual(keep(5), []);
  // The newest stays, whatever the number is.
  assert.deepEqual(keep(0), [1, 3, 4]);
  assert.deepEqual(keep(1, { session: "s2" }), []);
  assert.deepEqual(keep(3, { labelled: () => false }), [1, 2]);
  live.delete(1);
  assert.deepEqual(keep(3), [3]);
});

test("what is older than its age goes, but for the newest and what is labelled", () => {
  const instant = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
  const points = [1, 2, 3, 4].map((id) => ({ ...pointOf(`e${id}`, id), at: instant(id) }));
  const live = new Map(points.map(({ checkpoint, at }) => [checkpoint, at]));
  const gone = (day: number, max = Number.POSITIVE_INFINITY) =>
    surplus(
      points,
      { max, since: Date.parse(instant(day)) },
      { session: "s1", live, labelled: (entry) => entry === "e2" },
    );
  assert.deepEqual(gone(1), []);
  assert.deepEqual(gone(4), [1, 3]);
  assert.deepEqual(gone(9), [1, 3]);
  assert.deepEqual(gone(2, 3), [1]);
  assert.deepEqual(gone(1, 2), [1, 3]);
});
