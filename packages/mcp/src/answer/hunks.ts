import { limits, planMask } from "@unf/core";
import * as z from "zod";
import { clip } from "./page.ts";

const hunkShape = z.object({
  old_start: z.number(),
  old_lines: z.number(),
  new_start: z.number(),
  new_lines: z.number(),
  lines: z.array(z.object({ op: z.string(), text: z.string() })),
});

/** One file of a difference, as the command tells it. */
export const fileShape = z.object({
  path: z.string(),
  renamed_from: z.string().nullish(),
  status: z.string(),
  old_version: z.string().nullable(),
  new_version: z.string().nullable(),
  added: z.number().nullable(),
  removed: z.number().nullable(),
  unshown: z.string().optional(),
  hunks: z.array(hunkShape),
});

/** A hunk with what is to be known of its file. */
interface HunkRow extends Omit<z.infer<typeof fileShape>, "hunks"> {
  /** Absent where no lines differ or they cannot be shown. */
  readonly patch?: string;
}

/** A row for each piece of a file's difference, secrets masked; one without a patch where there is none. */
export function listHunks({ hunks, ...file }: z.infer<typeof fileShape>): HunkRow[] {
  const mask = maskAcross([file.renamed_from ?? file.path, file.path], hunks);
  const patches = hunks.flatMap((hunk, index) => [...splitPatch(hunk, mask[index] ?? [])]);
  return patches.length === 0 ? [file] : patches.map((patch) => ({ ...file, patch }));
}

/**
 * The lines of every hunk as they may be shown under each of the file's names. A secret may begin in
 * one hunk and end in the next.
 */
function maskAcross(
  names: readonly string[],
  hunks: readonly z.infer<typeof hunkShape>[],
): string[][] {
  const all = hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
  const shown = names.reduce((lines, name) => {
    const mask = planMask(name, lines);
    return lines.map((_, index) => mask(index));
  }, all);
  let at = 0;
  return hunks.map(({ lines }) => lines.map(({ op }) => `${op}${clip(shown[at++] ?? "")}`));
}

/** The hunk as a unified diff, in pieces that fit into an answer each. */
function* splitPatch(hunk: z.infer<typeof hunkShape>, lines: readonly string[]): Generator<string> {
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
