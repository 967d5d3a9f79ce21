import { decodeUtf8, decodeUtf8Lossy, encodeBase64, type RelPath } from "@unf/core/base";
import type { DiffLine, Hunk } from "@unf/core/lines";
import { planMask, SecretMarks } from "@unf/core/mask";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { HunkAnswer } from "../parts/types.ts";
import { maskPathOf, pathOf, statusOf } from "./file-change.ts";
import type { FileDiff } from "./file-diff.ts";
import type { FileDiffAnswer } from "./shape.ts";
import { compareWords, pairLines } from "./words.ts";

/** How the lines of a difference are shown. */
export interface DiffShowing {
  /** Changed lines also say which of their words changed. */
  readonly hasWords: boolean;
  /** Show secrets instead of masking them. */
  readonly reveal: boolean;
}

/** One file of a difference. */
export function fileDiffAnswer(diff: FileDiff, showing: DiffShowing): FileDiffAnswer {
  const { change, unshown } = diff;
  const { before, after } = change;
  const status = statusOf(change);
  return {
    ...pathFields("path", pathOf(change)),
    ...(status === "rename" && before !== undefined ? pathFields("renamed_from", before.path) : {}),
    status,
    old_version: before?.snapshot === undefined ? null : versionName(before.snapshot.id),
    new_version: after?.snapshot === undefined ? null : versionName(after.snapshot.id),
    old_mode: before === undefined ? null : before.mode.toString(8),
    new_mode: after === undefined ? null : after.mode.toString(8),
    added: unshown === undefined ? diff.added : null,
    removed: unshown === undefined ? diff.removed : null,
    ...(diff.isExact ? {} : { exact: false }),
    truncated: unshown !== undefined,
    ...(unshown === undefined ? {} : { unshown }),
    hunks: hunkAnswers({ path: maskPathOf(change), hunks: diff.hunks }, showing),
  };
}

/**
 * Hunks with their lines, secrets masked unless they are to be shown; with words, changed lines also
 * say which columns changed.
 */
export function hunkAnswers(
  { path, hunks }: { readonly path: RelPath; readonly hunks: readonly Hunk[] },
  { hasWords, reveal }: DiffShowing,
): HunkAnswer[] {
  const marks = new SecretMarks();
  return hunks.map((hunk) => {
    const partners = hasWords ? pairLines(hunk.lines) : new Map<number, DiffLine>();
    const mask = planMask(
      path,
      hunk.lines.map(({ bytes }) => decodeUtf8Lossy(bytes)),
      "certain",
      marks,
    );
    return {
      old_start: hunk.oldStart,
      old_lines: hunk.oldLines,
      new_start: hunk.newStart,
      new_lines: hunk.newLines,
      lines: hunk.lines.map((line, index) =>
        lineAnswer(line, reveal ? undefined : mask(index), partners.get(index)),
      ),
    };
  });
}

/** `shown`: the line as it may be seen; all of it when omitted. */
function lineAnswer(
  { op, bytes, terminated }: DiffLine,
  shown: string | undefined,
  partner: DiffLine | undefined,
): HunkAnswer["lines"][number] {
  const text = decodeUtf8(bytes);
  const whole = text ?? decodeUtf8Lossy(bytes);
  const isMasked = shown !== undefined && shown !== whole;
  const encoded = { text_b64: encodeBase64(bytes) };
  return {
    op,
    text: isMasked ? shown : whole,
    ...(text === undefined && !isMasked ? encoded : {}),
    ...(isMasked ? { masked: true } : {}),
    ...(terminated ? {} : { newline: false }),
    // Words of a masked line would say where the secret is, and how long.
    ...(partner === undefined || isMasked
      ? {}
      : { words: wordsOf({ op, bytes, terminated }, partner) }),
  };
}

function wordsOf(line: DiffLine, partner: DiffLine): [number, number][] {
  const { old, new: now } = compareWords(line, partner);
  return (line.op === "-" ? old : now).map(([from, to]) => [from, to]);
}
