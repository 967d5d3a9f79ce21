import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { unknownAuthor } from "../timeline/author.ts";
import type { Snapshot } from "../timeline/snapshot.ts";
import { type CommitGroup, planCommits } from "./plan-commits.ts";

const minute = 60_000;

interface Given extends Partial<Omit<Snapshot, "path">> {
  readonly path: string;
}

function rowsOf(given: readonly Given[]): Snapshot[] {
  return given.map(({ path, ...more }, index) => ({
    id: (index + 1) as SnapshotId,
    path: path as RelPath,
    hash: "ab".repeat(32) as Snapshot["hash"],
    bytes: 1,
    at: index as WallMs,
    event: "modify",
    counts: null,
    settled: true,
    mode: 0o100644,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
    ...more,
  }));
}

const by = (turn: number, agent = "claude-code") => ({
  author: { agent, session: `s-${turn}`, turn, confidence: "hook", toolCall: null } as const,
});

const plan = (given: readonly Given[], more = {}) =>
  [...planCommits(rowsOf(given), { squashTurns: false, bursts: [], ...more })].map(say);

const say = ({ kind, number, first, last, rows }: CommitGroup) =>
  `${kind} ${number} ${first}-${last}: ${rows.map(({ path }) => path).join(" ")}`;

test("one commit a turn, though a person and another agent write in between", () => {
  assert.deepEqual(
    plan([
      { path: "a", cause: "baseline" },
      { path: "b", cause: "baseline" },
      { path: "a", ...by(1) },
      { path: "c" },
      { path: "d", ...by(2, "codex") },
      { path: "b", ...by(1) },
      { path: "c" },
    ]),
    ["baseline 0 1-2: a b", "turn 2 5-5: d", "turn 1 3-6: a b", "work 0 4-7: c"],
  );
});

test("a turn comes apart where somebody else wrote the same file in its middle", () => {
  assert.deepEqual(plan([{ path: "a", ...by(1) }, { path: "a" }, { path: "a", ...by(1) }]), [
    "turn 1 1-1: a",
    "work 0 2-2: a",
    "turn 1 3-3: a",
  ]);
});

test("a file that gave way to a directory is gone in an earlier commit than what lies in it", () => {
  assert.deepEqual(plan([{ path: "a", hash: null, ...by(1) }, { path: "a/b" }]), [
    "turn 1 1-1: a",
    "work 0 2-2: a/b",
  ]);
});

test("work ends with five quiet minutes, a turn does not; operations and mass changes are their own", () => {
  const at = (minutes: number) => ({ at: (minutes * minute) as WallMs });
  const bursts = [
    { id: 7, before: 5 as SnapshotId, from: 60 * minute, to: 60 * minute, changed: 2, deleted: 0 },
  ];
  assert.deepEqual(
    plan(
      [
        { path: "a", ...at(0) },
        { path: "b", ...at(5) },
        { path: "c", ...by(1), ...at(9) },
        { path: "d", ...at(11) },
        { path: "c", ...by(1), ...at(40) },
        { path: "e", ...at(60) },
        { path: "f", ...at(60) },
        { path: "g", operation: 3, ...at(61) },
      ],
      { bursts },
    ),
    ["work 0 1-2: a b", "work 0 4-4: d", "turn 1 3-5: c", "burst 7 6-7: e f", "operation 3 8-8: g"],
  );
});

test("squashed, the turns of a session are one commit", () => {
  const one = { path: "a", ...by(1) };
  const two = { path: "b", author: { ...one.author, turn: 2 } };
  assert.deepEqual(plan([one, two], { squashTurns: true }), ["session 0 1-2: a b"]);
});

test("one commit after the other leads every path through states it had, in order, to its last", () => {
  const path = fc.constantFrom("a", "b", "c", "a/x", "a/y", "b/x/y");
  const author = fc.constantFrom(0, 1, 2, 3);
  fc.assert(
    fc.property(fc.array(fc.tuple(path, author, fc.nat(7)), { maxLength: 60 }), (drawn) => {
      let now = 0;
      const rows = rowsOf(
        drawn.map(([name, turn, pause]) => {
          now += pause * minute;
          return { path: name, at: now as WallMs, ...(turn === 0 ? {} : by(turn)) };
        }),
      );
      const groups = [...planCommits(rows, { squashTurns: false, bursts: [] })];
      const reached = new Map<string, number>();
      for (const group of groups) {
        for (const { path: name, id } of group.rows) {
          // Above and below: a directory and the file it replaced must not change places.
          for (const [other, before] of reached) {
            const isNear =
              other === name || other.startsWith(`${name}/`) || name.startsWith(`${other}/`);
            assert.ok(!isNear || before < id, `v${id} after v${before}`);
          }
        }
        for (const { path: name, id } of group.rows) reached.set(name, id);
      }
      const last = new Map(rows.map(({ path: name, id }) => [name as string, id as number]));
      assert.deepEqual(new Map([...reached].sort()), new Map([...last].sort()));
      const versions = groups.reduce((sum, group) => sum + group.versions, 0);
      assert.equal(versions, rows.length);
      assert.equal(groups.at(-1)?.last, rows.at(-1)?.id);
    }),
  );
});
