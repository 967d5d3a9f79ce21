import { type DiffLine, decodeUtf8, decodeUtf8Lossy, type Hunk } from "@unf/core";
import type { Json, JsonObject } from "../answer.ts";
import { pathOf, statusOf } from "../diff/file-change.ts";
import type { FileDiff } from "../diff/file-diff.ts";
import { compareWords, pairLines } from "../diff/words.ts";
import { pathFields } from "./path-json.ts";

/** One file of a difference. */
export function fileDiffJson(diff: FileDiff, options: { readonly hasWords: boolean }): JsonObject {
  const { change, unshown } = diff;
  const { before, after } = change;
  const status = statusOf(change);
  return {
    ...pathFields("path", pathOf(change)),
    ...(status === "rename" && before !== undefined ? pathFields("renamed_from", before.path) : {}),
    status,
    old_version: before?.snapshot === undefined ? null : `v${before.snapshot.id}`,
    new_version: after?.snapshot === undefined ? null : `v${after.snapshot.id}`,
    old_mode: before === undefined ? null : before.mode.toString(8),
    new_mode: after === undefined ? null : after.mode.toString(8),
    added: unshown === undefined ? diff.added : null,
    removed: unshown === undefined ? diff.removed : null,
    ...(diff.isExact ? {} : { exact: false }),
    truncated: unshown !== undefined,
    ...(unshown === undefined ? {} : { unshown }),
    hunks: hunksJson(diff.hunks, options),
  };
}

/** Hunks with their lines; with words, changed lines also say which columns changed. */
export function hunksJson(
  hunks: readonly Hunk[],
  { hasWords }: { readonly hasWords: boolean },
): Json[] {
  return hunks.map((hunk) => ({
    old_start: hunk.oldStart,
    old_lines: hunk.oldLines,
    new_start: hunk.newStart,
    new_lines: hunk.newLines,
    lines: hasWords ? linesWithWords(hunk.lines) : hunk.lines.map((line) => lineJson(line)),
  }));
}

function lineJson({ op, bytes, terminated }: DiffLine): JsonObject {
  const text = decodeUtf8(bytes);
  return {
    op,
    text: text ?? decodeUtf8Lossy(bytes),
    ...(text === undefined ? { text_b64: Buffer.from(bytes).toString("base64") } : {}),
    ...(terminated ? {} : { newline: false }),
  };
}

function linesWithWords(lines: readonly DiffLine[]): Json[] {
  const partners = pairLines(lines);
  return lines.map((line, index) => {
    const partner = partners.get(index);
    if (partner === undefined) return lineJson(line);
    const { old, new: now } = compareWords(line, partner);
    return { ...lineJson(line), words: line.op === "-" ? old : now };
  });
}
