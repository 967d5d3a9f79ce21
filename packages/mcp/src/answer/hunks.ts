import type { Orders, Questions } from "@unf/answers";
import { limits } from "@unf/core/config";
import { planMask, SecretMarks } from "@unf/core/mask";
import { clip } from "./page.ts";
import { pick } from "./pick.ts";

type FileDiff = Questions["diff"]["answer"]["files"][number];
type Hunk = FileDiff["hunks"][number];
type Planned = Orders["oops"]["plan"];

/** Fields told of a file that differs. */
const told = [
  "path",
  "renamed_from",
  "status",
  "old_version",
  "new_version",
  "added",
  "removed",
  "unshown",
] as const;

/** A hunk with what is to be known of its file. */
interface HunkRow extends Pick<FileDiff, (typeof told)[number]> {
  /** Absent where no lines differ or they cannot be shown. */
  readonly patch?: string;
}

/** A row for each piece of a file's difference, secrets masked; one without a patch where there is none. */
export function listHunks(diff: FileDiff): HunkRow[] {
  const { hunks } = diff;
  const file = pick(diff, told);
  const mask = maskAcross([file.renamed_from ?? file.path, file.path], hunks);
  const patches = hunks.flatMap((hunk, index) => [...splitPatch(hunk, mask[index] ?? [])]);
  return patches.length === 0 ? [file] : patches.map((patch) => ({ ...file, patch }));
}

/** A hunk of a file that can be taken back by itself, or a piece of one that is long. */
interface NumberedRow {
  readonly path: string;
  readonly number: number;
  readonly patch: string;
}

/** A row for each piece of each hunk, secrets masked. */
export function listNumbered(hunks: NonNullable<Planned["hunks"]>): NumberedRow[] {
  const byPath = Map.groupBy(hunks, ({ path }) => path);
  return Array.from(byPath, ([path, numbered]) => {
    const all = numbered.flatMap(({ number, hunk }) => (hunk === null ? [] : [{ number, hunk }]));
    const mask = maskAcross(
      [path],
      all.map(({ hunk }) => hunk),
    );
    return all.flatMap(({ number, hunk }, index) =>
      Array.from(splitPatch(hunk, mask[index] ?? []), (patch) => ({ path, number, patch })),
    );
  }).flat();
}

/**
 * The lines of every hunk as they may be shown under each of the file's names. A secret may begin in
 * one hunk and end in the next.
 */
function maskAcross(names: readonly string[], hunks: readonly Hunk[]): string[][] {
  const all = hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
  const shown = [...new Set(names)].reduce((lines, name) => {
    const mask = planMask(name, lines, "all", new SecretMarks());
    return lines.map((_, index) => mask(index));
  }, all);
  let at = 0;
  return hunks.map(({ lines }) => lines.map(({ op }) => `${op}${clip(shown[at++] ?? "")}`));
}

/** The hunk as a unified diff, in pieces that fit into an answer each. */
function* splitPatch(hunk: Hunk, lines: readonly string[]): Generator<string> {
  const { old_start, old_lines, new_start, new_lines } = hunk;
  let piece = `@@ -${old_start},${old_lines} +${new_start},${new_lines} @@`;
  for (const line of lines) {
    if (Buffer.byteLength(piece) + Buffer.byteLength(line) > limits.mcp.rowsBytes / 4) {
      yield piece;
      piece = "[goes on]";
    }
    piece += `\n${line}`;
  }
  yield piece;
}
