import { decodeUtf8Lossy, encodeUtf8, UnfError } from "@unf/core/base";
import { defaultLineBudget, diffLines, equalBytes, type Hunk, hasNul } from "@unf/core/lines";
import { planMask, SecretMarks } from "@unf/core/mask";
import type { FileChange } from "./file-change.ts";
import { gitMode, maskPathOf } from "./file-change.ts";

/** The lines that differ between the two sides of one file. */
export interface FileDiff {
  readonly change: FileChange;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** False when the comparison was cut short; the hunks are correct but longer than needed. */
  readonly isExact: boolean;
  /** Why there are no hunks although the contents differ. */
  readonly unshown: "binary" | "unreadable" | "withheld" | undefined;
}

const nothingShown = { hunks: [], added: 0, removed: 0, isExact: true };

/** Compares the contents; `undefined` when neither content nor git's idea of the mode differs. */
export function readFileDiff(change: FileChange, context: number): FileDiff | undefined {
  const { before, after } = change;
  const sides = readSides(change);
  if (sides === undefined) return { change, ...nothingShown, unshown: "withheld" };
  const { old, now } = sides;
  if ((before !== undefined && old === undefined) || (after !== undefined && now === undefined)) {
    return { change, ...nothingShown, unshown: "unreadable" };
  }
  if (before !== undefined && after !== undefined && isSame(old, now)) {
    const isUnchanged = before.path === after.path && gitMode(before.mode) === gitMode(after.mode);
    return isUnchanged ? undefined : { change, ...nothingShown, unshown: undefined };
  }
  if (isBinary(old) || isBinary(now)) return { change, ...nothingShown, unshown: "binary" };
  const { hunks, added, removed, exact } = diffLines(old, now, {
    context,
    budget: defaultLineBudget,
  });
  return { change, hunks, added, removed, isExact: exact, unshown: undefined };
}

/** `undefined` when the content of one was not kept. */
function readSides({ before, after }: FileChange) {
  try {
    return { old: before?.read(), now: after?.read() };
  } catch (thrown) {
    if (thrown instanceof UnfError && thrown.code === "content_withheld") return undefined;
    throw thrown;
  }
}

/** The same difference with the secrets in its lines masked: it is to be read, not applied. */
export function maskDiff(diff: FileDiff): FileDiff {
  const marks = new SecretMarks();
  const hunks = diff.hunks.map((hunk) => {
    const texts = hunk.lines.map(({ bytes }) => decodeUtf8Lossy(bytes));
    const mask = planMask(maskPathOf(diff.change), texts, "certain", marks);
    const lines = hunk.lines.map((line, index) => {
      const shown = mask(index);
      return shown === texts[index] ? line : { ...line, bytes: encodeUtf8(shown) };
    });
    return { ...hunk, lines };
  });
  return { ...diff, hunks };
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && equalBytes(a, b);
}

function isBinary(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && hasNul(bytes);
}
