import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import type { JournalStep, Operation, StepState } from "../timeline/operation.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import {
  type Deed,
  findStandingRestores,
  planScopeTakenBack,
  type StandingRestore,
} from "./taken-back.ts";

const deed = (path: string, first: number, last: number, wasThere = true): Deed => ({
  path: path as RelPath,
  first: first as SnapshotId,
  last: last as SnapshotId,
  wasThere,
});

const absent: StepState = { kind: "absent" };

function recorded(snapshot: number | null): StepState {
  const id = snapshot as SnapshotId | null;
  return { kind: "recorded", hash: "h" as BlobId, bytes: 1, mode: 0o644 as FileMode, snapshot: id };
}

function restore(id: number, before: number, to: Readonly<Record<string, StepState>>) {
  const steps = Object.entries(to).map(
    ([path, state]): JournalStep => ({
      ...{ path: path as RelPath, from: absent, to: state, temporary: null, failure: null },
    }),
  );
  return standing({ id, before }, steps);
}

function standing(operation: StandingRestore["operation"], steps: readonly JournalStep[]) {
  const byPath = new Map(steps.map((step) => [step.path, step]));
  return { operation, steps, stepOf: (path: RelPath) => byPath.get(path) };
}

test("a scope is taken back by what put every file as it was, and partly where some stayed", () => {
  const deeds = [deed("a", 5, 7), deed("b", 6, 6, false)];
  const whole = restore(1, 9, { a: recorded(2), b: absent });
  assert.deepEqual(planScopeTakenBack(deeds, [whole]), { operations: [1], isWhole: true });
  for (const to of [
    { a: recorded(2) },
    { a: recorded(5), b: absent },
    { a: recorded(null), b: absent },
  ])
    assert.deepEqual(planScopeTakenBack(deeds, [restore(1, 9, to)]), {
      operations: [1],
      isWhole: false,
    });
  const one = restore(1, 9, { a: recorded(2) });
  const rest = restore(3, 12, { b: absent });
  assert.deepEqual(planScopeTakenBack(deeds, [one, rest]), { operations: [1, 3], isWhole: true });
});

test("what was taken back whole stays of the one that did it when a later one goes further back", () => {
  const deeds = [deed("a", 5, 7), deed("b", 6, 6, false)];
  const first = restore(1, 9, { a: recorded(2), b: absent });
  const further = restore(2, 12, { a: recorded(1), b: absent });
  assert.deepEqual(planScopeTakenBack(deeds, [first, further]), { operations: [1], isWhole: true });
  const back = restore(2, 10, { a: recorded(7) });
  const again = restore(3, 12, { a: recorded(1) });
  const fates = { operations: [1, 3], isWhole: true };
  assert.deepEqual(planScopeTakenBack(deeds, [first, back, again]), fates);
});

test("what came before the scope, failed, or brought it back takes nothing back", () => {
  const deeds = [deed("a", 5, 7)];
  assert.equal(planScopeTakenBack(deeds, [restore(1, 4, { a: recorded(2) })]), undefined);
  assert.equal(planScopeTakenBack(deeds, [restore(1, 9, { a: recorded(8) })]), undefined);
  assert.equal(planScopeTakenBack(deeds, [restore(1, 9, { a: absent })]), undefined);
  const { operation, steps } = restore(1, 9, { a: recorded(2) });
  const failed = steps.map((step) => ({ ...step, failure: "EBUSY" }));
  assert.equal(planScopeTakenBack(deeds, [standing(operation, failed)]), undefined);
  const again = restore(2, 10, { a: recorded(7) });
  assert.equal(planScopeTakenBack(deeds, [standing(operation, steps), again]), undefined);
});

test("a restore that was undone does not stand, and stands again once it is redone", () => {
  const line = (["restore", "undo", "redo"] as const).map(
    (kind, index): Operation => ({
      ...{ id: index + 1, kind, startedAt: 0 as WallMs, finishedAt: 1 as WallMs, argv: ["oops"] },
      ...{ before: index, after: index + 1, plan: "pl-0", state: "done", files: 1 },
      inverts: kind === "restore" ? null : index,
    }),
  );
  const standing = (count: number) =>
    findStandingRestores(line.slice(0, count).toReversed()).map(({ id }) => id);
  assert.deepEqual([standing(1), standing(2), standing(3)], [[1], [], [1]]);
});

test("the journal of what came before the scope is not read", () => {
  const { operation } = restore(1, 4, {});
  const stepOf = () => assert.fail("a restore of 200,000 files would be read for every listing");
  assert.equal(planScopeTakenBack([deed("a", 5, 7)], [{ operation, stepOf }]), undefined);
});
