import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { WallMs } from "../base/brand.ts";
import type { Operation, OperationKind, OperationState } from "../timeline/operation.ts";
import { decideRedo, decideUndo, type InvertDecision, planTakenBack } from "./undo-target.ts";

/** An operation; `kind` with the id that it takes back, and the state unless it is done. */
function operation(id: number, kind: string, state: OperationState = "done"): Operation {
  const [name, inverts] = kind.split(" ");
  return {
    id,
    kind: name as OperationKind,
    startedAt: id as WallMs,
    finishedAt: null,
    argv: [],
    before: 0,
    after: null,
    plan: "pl-00000000",
    inverts: inverts === undefined ? null : Number(inverts),
    state,
    files: 1,
  };
}

/** Operations 1, 2, … from the oldest on, in the order in which they are asked for. */
function done(...kinds: readonly string[]): Operation[] {
  return kinds.map((kind, at) => operation(at + 1, kind)).reverse();
}

function say(decision: InvertDecision): string {
  if (decision.kind === "invert") return `${decision.as} ${decision.inverts.id}`;
  if (decision.kind === "taken_back") return `taken back by ${decision.by}`;
  return decision.kind;
}

test("undo goes back restore by restore, and redo the same way forth", () => {
  assert.equal(say(decideUndo([], null)), "nothing");
  const undone = ["restore", "restore", "undo 2"];
  assert.equal(say(decideUndo(done("restore", "restore"), null)), "undo 2");
  assert.equal(say(decideUndo(done(...undone), null)), "undo 1");
  assert.equal(say(decideUndo(done(...undone, "undo 1"), null)), "nothing");
  assert.equal(say(decideRedo(done(...undone, "undo 1"), null)), "redo 4");
  assert.equal(say(decideRedo(done(...undone, "undo 1", "redo 4"), null)), "redo 3");
  assert.equal(say(decideUndo(done(...undone, "undo 1", "redo 4"), null)), "undo 1");
  assert.equal(say(decideRedo(done(...undone, "undo 1", "redo 4", "redo 3"), null)), "nothing");
});

test("a new restore ends the line of redos, unless one is named", () => {
  const operations = done("restore", "undo 1", "restore");
  assert.equal(say(decideRedo(operations, null)), "nothing");
  assert.equal(say(decideRedo(operations, 1)), "redo 2");
  assert.equal(say(decideUndo(operations, null)), "undo 3");
});

test("to undo an undo is a redo, and to undo a redo is an undo of what it redid", () => {
  assert.equal(say(decideUndo(done("restore", "undo 1"), 2)), "redo 2");
  assert.equal(say(decideUndo(done("restore", "undo 1", "redo 2"), 3)), "undo 1");
});

test("an operation in the middle can be undone, and redone by its own name", () => {
  assert.equal(say(decideUndo(done("restore", "restore", "restore"), 2)), "undo 2");
  const operations = done("restore", "restore", "restore", "undo 2");
  assert.equal(say(decideUndo(operations, null)), "undo 3");
  assert.equal(say(decideRedo(operations, 2)), "redo 4");
});

test("what was taken back already is not taken back again, and who did it is named", () => {
  const operations = done("restore", "undo 1", "redo 2", "undo 1");
  assert.equal(say(decideUndo(operations, 1)), "taken back by 4");
  assert.equal(say(decideUndo(operations, 2)), "taken back by 3");
  assert.equal(say(decideUndo(operations, 3)), "taken back by 4");
  assert.equal(say(decideRedo(operations, 2)), "taken back by 3");
  assert.equal(say(decideRedo(operations, 3)), "redo 4");
  assert.equal(say(decideRedo(done("restore"), 1)), "stands");
});

test("what is unknown, given up or not finished is not taken back", () => {
  const operations = [operation(2, "restore", "abandoned"), operation(1, "restore")];
  assert.equal(say(decideUndo(operations, 7)), "unknown");
  assert.equal(say(decideUndo(operations, 2)), "abandoned");
  assert.equal(say(decideRedo(operations, 2)), "abandoned");
  assert.equal(say(decideUndo(operations, null)), "undo 1");
  for (const state of ["staging", "committed"] as const) {
    const crashed = [operation(3, "restore", state), ...operations];
    assert.deepEqual(decideUndo(crashed, null), { kind: "unfinished", id: 3 });
    assert.deepEqual(decideRedo(crashed, 1), { kind: "unfinished", id: 3 });
  }
});

test("an undo that was given up leaves its restore standing; a partial one does not", () => {
  const restore = operation(1, "restore");
  assert.equal(say(decideUndo([operation(2, "undo 1", "abandoned"), restore], null)), "undo 1");
  assert.equal(say(decideUndo([operation(2, "undo 1", "partial"), restore], null)), "nothing");
});

test("an undo of an operation that is no longer on record can be redone", () => {
  assert.equal(say(decideRedo([operation(6, "undo 5")], null)), "redo 6");
  assert.equal(say(decideUndo([operation(7, "redo 6")], 7)), "nothing");
});

/** The line as a person thinks of it: which restores stand, and what redo would bring back. */
class Model {
  readonly standing: number[] = [];
  readonly restores = new Set<number>();
  /** Undos that were not redone since the last restore, the newest last. */
  redoable: { readonly restore: number; readonly undo: number }[] = [];
  /** For a restore that does not stand, its undo. */
  readonly undoOf = new Map<number, number>();

  restore(id: number): void {
    this.restores.add(id);
    this.standing.push(id);
    this.redoable = [];
  }
  undo(id: number, restore: number): void {
    this.standing.splice(this.standing.indexOf(restore), 1);
    this.undoOf.set(restore, id);
    this.redoable.push({ restore, undo: id });
  }
  redo(undo: number): void {
    const [restore] = [...this.undoOf].find(([, id]) => id === undo) ?? [0];
    this.undoOf.delete(restore);
    this.standing.push(restore);
    this.standing.sort((a, b) => a - b);
    this.redoable = this.redoable.filter((one) => one.undo !== undo);
  }
}

test("any play of restores, undos and redos is what a line with a cursor says", () => {
  const move = fc.record({
    kind: fc.constantFrom("restore", "undo", "redo"),
    named: fc.option(fc.nat(20)),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const model = new Model();
      const operations: Operation[] = [];
      for (const { kind, named } of moves) {
        const id = operations.length + 1;
        if (kind === "restore") {
          operations.unshift(operation(id, "restore"));
          model.restore(id);
          continue;
        }
        const asked = named === null ? null : [...model.restores][named % model.restores.size];
        if (asked === undefined) continue;
        const decided = (kind === "undo" ? decideUndo : decideRedo)(operations, asked);
        const expected =
          kind === "undo"
            ? asked === null
              ? model.standing.at(-1)
              : model.standing.find((restore) => restore === asked)
            : asked === null
              ? model.redoable.at(-1)?.undo
              : model.undoOf.get(asked);
        assert.equal(decided.kind === "invert" ? decided.inverts.id : undefined, expected);
        if (decided.kind !== "invert") continue;
        assert.equal(decided.as, kind);
        operations.unshift(operation(id, `${kind} ${decided.inverts.id}`));
        if (kind === "undo") model.undo(id, decided.inverts.id);
        else model.redo(decided.inverts.id);
      }
      const takenBack = planTakenBack(operations);
      for (const restore of model.restores) {
        assert.equal(takenBack.get(restore), model.undoOf.get(restore));
      }
    }),
    { numRuns: 1000 },
  );
});
