import type { Operation } from "../timeline/operation.ts";

/** The operation that an undo or redo takes back, or why there is none. */
export type InvertDecision =
  | {
      readonly kind: "invert";
      /** Kind of the new operation: an undo takes back a restore, a redo takes back an undo. */
      readonly as: "undo" | "redo";
      readonly inverts: Operation;
    }
  /** No operation was named, and there is none left to take back. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown"; readonly id: number }
  /** It was given up before it changed anything. */
  | { readonly kind: "abandoned"; readonly id: number }
  /** This operation, named or not, has to be finished before another begins. */
  | { readonly kind: "unfinished"; readonly id: number }
  /** The operation `by` has taken it back already. */
  | { readonly kind: "taken_back"; readonly id: number; readonly by: number }
  /** There is nothing to redo: the operation was not undone. */
  | { readonly kind: "stands"; readonly id: number };

/**
 * Decides what `undo` takes back; `operations` are all there are, newest first. Without a name it
 * is the newest restore that stands, so each further undo goes one level back. Any operation that
 * stands may be named: to undo an undo is a redo of what that undid, and to undo a redo is to undo
 * once more what that redid.
 */
export function decideUndo(operations: readonly Operation[], asked: number | null): InvertDecision {
  const line = readLine(operations);
  const named = asked === null ? undefined : findNamed(line, asked);
  const unfit = whyNone(line, asked, named);
  if (unfit !== undefined) return unfit;
  if (named === undefined) {
    return takeBack(line.effective.find((one) => one.kind === "restore" && stands(line, one)));
  }
  const by = takenBackBy(line, named);
  if (by !== undefined) return { kind: "taken_back", id: named.id, by: by.id };
  return takeBack(named.kind === "redo" ? originOf(line, named) : named);
}

/**
 * Decides what `redo` takes back; `operations` are all there are, newest first. Without a name it
 * is the newest undo that was not redone, as long as no restore was done since: that ends the line
 * of what can be redone. Named may be an undo, or what was undone.
 */
export function decideRedo(operations: readonly Operation[], asked: number | null): InvertDecision {
  const line = readLine(operations);
  const named = asked === null ? undefined : findNamed(line, asked);
  const unfit = whyNone(line, asked, named);
  if (unfit !== undefined) return unfit;
  if (named === undefined) {
    const next = line.effective.find(
      (one) => one.kind === "restore" || (one.kind === "undo" && stands(line, one)),
    );
    return takeBack(next?.kind === "undo" ? next : undefined);
  }
  const undo = named.kind === "undo" ? named : takenBackBy(line, originOf(line, named) ?? named);
  if (undo === undefined) return { kind: "stands", id: named.id };
  const by = takenBackBy(line, undo);
  return by === undefined ? takeBack(undo) : { kind: "taken_back", id: undo.id, by: by.id };
}

/**
 * For each operation that does not stand any more, the one that took it back. `operations` are all
 * there are, newest first.
 */
export function planTakenBack(operations: readonly Operation[]): ReadonlyMap<number, number> {
  const line = readLine(operations);
  const takenBack = new Map<number, number>();
  for (const operation of line.effective) {
    const by = takenBackBy(line, operation);
    if (by !== undefined) takenBack.set(operation.id, by.id);
  }
  return takenBack;
}

interface Line {
  readonly all: readonly Operation[];
  /** Those that changed something, newest first. */
  readonly effective: readonly Operation[];
  /** The operations that took back the one with this id, newest first. */
  readonly inverting: ReadonlyMap<number | null, readonly Operation[]>;
}

function readLine(all: readonly Operation[]): Line {
  const effective = all.filter(({ state }) => state === "done" || state === "partial");
  return { all, effective, inverting: Map.groupBy(effective, ({ inverts }) => inverts) };
}

function findNamed(line: Line, id: number | null): Operation | undefined {
  return line.all.find((one) => one.id === id);
}

/** Why nothing can be taken back, whatever the operations did; `undefined` when something may be. */
function whyNone(
  line: Line,
  asked: number | null,
  named: Operation | undefined,
): InvertDecision | undefined {
  if (asked !== null && named === undefined) return { kind: "unknown", id: asked };
  if (named?.state === "abandoned") return { kind: "abandoned", id: named.id };
  const unfinished = line.all.find(({ state }) => state === "staging" || state === "committed");
  return unfinished === undefined ? undefined : { kind: "unfinished", id: unfinished.id };
}

function takeBack(operation: Operation | undefined): InvertDecision {
  if (operation === undefined) return { kind: "nothing" };
  return { kind: "invert", as: operation.kind === "undo" ? "redo" : "undo", inverts: operation };
}

function stands(line: Line, operation: Operation): boolean {
  return takenBackBy(line, operation) === undefined;
}

/** The operation that took this one back, unless it was itself taken back since. */
function takenBackBy(line: Line, operation: Operation): Operation | undefined {
  const inverting = line.inverting.get(operation.id) ?? [];
  switch (operation.kind) {
    case "restore":
      // Each undo of it but the newest was redone, else there could be no newer one.
      return inverting.slice(0, 1).find((undo) => stands(line, undo));
    case "undo":
      return inverting[0];
    case "redo": {
      const undos = line.inverting.get(originOf(line, operation)?.id ?? 0) ?? [];
      return undos.findLast(({ id }) => id > operation.id);
    }
  }
}

/** The restore that a redo brought back; a restore is its own. `undefined` when none is on record. */
function originOf(line: Line, operation: Operation): Operation | undefined {
  if (operation.kind === "restore") return operation;
  const inverted = findNamed(line, operation.inverts);
  // Only an older one can have been taken back: a damaged record must not lead in a circle.
  const isOlder = inverted !== undefined && inverted.id < operation.id;
  return isOlder ? originOf(line, inverted) : undefined;
}
