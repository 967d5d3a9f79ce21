import { type BlobId, isContentMissing } from "@unf/core/base";
import { countLines, hasNul } from "@unf/core/lines";
import { isLinkMode, type Snapshot, type StepState } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import type { CountUndo, CountWrite } from "./outcomes.ts";

/** Beyond this many files the preview does without line counts. */
const countedFilesMax = 200;

/**
 * Counts the lines that a planned write would add and remove. Both contents come from the store, so
 * what is on disk is only counted where it is recorded.
 */
export function createWriteCounter(reader: ProjectReader): CountWrite {
  const { timeline } = reader;
  let left = countedFilesMax;
  return ({ disk, wanted }) => {
    left -= 1;
    const to = timeline.snapshot(wanted.snapshot);
    if (left < 0 || to === undefined || isLinkMode(wanted.mode)) return undefined;
    if (disk.kind === "absent") return countStep(reader, undefined, to);
    if (disk.kind !== "file" || disk.snapshot === null) return undefined;
    const from = timeline.snapshot(disk.snapshot);
    return from === undefined || from.hash === null ? undefined : countStep(reader, from, to);
  };
}

/** The same of an undo, a redo or an oops; `merged`: texts of the plan that are recorded nowhere yet. */
export function createUndoCounter(
  reader: ProjectReader,
  merged: ReadonlyMap<BlobId, Uint8Array> = new Map(),
): CountUndo {
  let left = countedFilesMax;
  return (action) => {
    if (action.kind !== "write") return undefined;
    left -= 1;
    const [from, to] = [
      readState(reader, action.from, merged),
      readState(reader, action.to, merged),
    ];
    if (left < 0 || from === undefined || to === undefined) return undefined;
    return countLinesOf(from, () => to() ?? nothing);
  };
}

const nothing = new Uint8Array();

/** Reads what a state holds, nothing where there is no file; `undefined` where lines count for nothing. */
function readState(
  reader: ProjectReader,
  state: StepState,
  merged: ReadonlyMap<BlobId, Uint8Array>,
): (() => Uint8Array | undefined) | undefined {
  if (state.kind === "absent") return () => undefined;
  if (state.kind !== "recorded" || isLinkMode(state.mode)) return undefined;
  const own = merged.get(state.hash);
  if (own !== undefined) return () => own;
  const row = reader.timeline.contentRow(state.hash);
  return row && (() => reader.content(row));
}

function countStep(
  reader: ProjectReader,
  from: Snapshot | undefined,
  to: Snapshot,
): ReturnType<CountWrite> {
  return countLinesOf(
    () => from && reader.content(from),
    () => reader.content(to),
  );
}

function countLinesOf(
  readOld: () => Uint8Array | undefined,
  readWanted: () => Uint8Array,
): ReturnType<CountWrite> {
  try {
    const [old, wanted] = [readOld(), readWanted()];
    // A binary file has no lines.
    return hasNul(wanted) || (old && hasNul(old)) ? undefined : countLines(old, wanted);
  } catch (thrown) {
    // A preview without counts is still a preview; what cannot be restored the plan says itself.
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}
