import { type RelPath, UnfError } from "@unf/core/base";
import { requireReach, type TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import type { Point, Snapshot } from "@unf/core/timeline";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { ThinnedFields } from "../parts/types.ts";
import type { Asker } from "../ports/asker.ts";

/** A file whose content at an instant is no longer kept, and the kept version nearest to that. */
export interface ThinnedFile {
  readonly path: RelPath;
  readonly nearest: Snapshot | undefined;
  /** Nobody knows whether it was there at all. */
  readonly isUnknown?: true;
}

/**
 * The row that counts of a path at a point, a deletion included; `undefined` where none does. Throws
 * `not_found` before the start of the history, `content_thinned` for a content that is no longer kept;
 * `command`: the words after `unf` that show a version instead.
 */
export function readRowAt(
  timeline: TimelineReader,
  path: RelPath,
  point: Point,
  command: (version: string) => string,
): Snapshot | undefined {
  // Of rows before the start some are gone without a trace: the one that is left may be older.
  requireReach(timeline, point);
  const state = timeline.pathAt(path, point);
  // A deleted file may have come back and gone again: then no row counts for certain.
  if (state.kind === "unknown" && state.row?.cause !== "excluded") return undefined;
  if (state.kind !== "thinned") return state.row;
  const nearest = timeline.nearestKept(path, point);
  const name = escapeForDisplay(path);
  throw new UnfError(
    "content_thinned",
    `the content of ${name} at that instant is no longer kept`,
    {
      hint:
        nearest === undefined
          ? "unf log --all"
          : `the nearest kept version is v${nearest.id}: unf ${command(`v${nearest.id}`)}`,
    },
  );
}

/** Warns of each file, after which nobody takes another content for that of the instant. */
export function warnOfThinned(
  { warn, isVerbose = false }: Pick<Asker, "warn" | "isVerbose">,
  files: readonly ThinnedFile[],
): void {
  const lines = isVerbose ? files.flatMap((file) => thinnedLines([file])) : summaryLines(files);
  for (const line of lines) warn(line);
}

/** A line for the files of each kind: of one file what is known of it, of several their number. */
function summaryLines(files: readonly ThinnedFile[]): string[] {
  const unknown = files.filter(({ isUnknown }) => isUnknown === true);
  const gone = files.filter(({ isUnknown }) => isUnknown !== true);
  return [
    ...summaryOf(
      unknown,
      (several) => `whether ${several} were there at that instant is not known`,
    ),
    ...summaryOf(gone, (several) => `the content of ${several} at that instant is no longer kept`),
  ];
}

function summaryOf(files: readonly ThinnedFile[], say: (several: string) => string): string[] {
  if (files.length < 2) return thinnedLines(files);
  return [
    `${say(`${files.length} files`)}: ${escapeForDisplay(files[0]?.path ?? "")}, ... (-v names them)`,
  ];
}

/** One line for each file. */
export function thinnedLines(files: readonly ThinnedFile[]): string[] {
  const shown = files.slice(0, linesMax).map(({ path, nearest, isUnknown }) => {
    const name = escapeForDisplay(path);
    const what =
      isUnknown === true
        ? `whether ${name} was there at that instant is not known`
        : `the content of ${name} at that instant is no longer kept`;
    return nearest === undefined ? what : `${what}; the nearest kept version is v${nearest.id}`;
  });
  const more = files.length - shown.length;
  return more === 0 ? shown : [...shown, `and that of ${more} more files`];
}

/** The files in an answer; no member where there are none. */
export function thinnedFields(files: readonly ThinnedFile[]): ThinnedFields {
  if (files.length === 0) return {};
  return {
    thinned: files.map(({ path, nearest, isUnknown }) => ({
      ...pathFields("path", path),
      nearest: nearest === undefined ? null : versionName(nearest.id),
      ...(isUnknown === true ? { unknown: true } : {}),
    })),
  };
}

const linesMax = 20;
