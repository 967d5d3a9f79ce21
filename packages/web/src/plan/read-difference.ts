import { type DiffHunk, invertHunk, type PlannedFile } from "@unf/view/page";
import type { BlameAnswer, DiffAnswer, FileDiff } from "../server/answers.ts";
import { ask } from "../server/ask.ts";
import { pathIn } from "../server/paths.ts";

/**
 * The difference that an order would make to a file: from how it stands on the disk to how it would be. Null where nothing
 * of its text would change.
 */
export async function readDifference(
  project: string,
  { path, from, to }: PlannedFile,
  signal: AbortSignal,
): Promise<FileDiff | null> {
  const place = pathIn(project, path);
  if (to === null) return from === null ? null : removal(project, path, from, signal);
  const asked = { project, from: to, paths: [place], context: 3 };
  const { files } = await ask<DiffAnswer>("diff", asked, signal);
  const found = files.find((file) => file.path === path) ?? files[0];
  return found === undefined ? null : invert(found);
}

/** The answer goes from the wanted state to the disk; the order goes the other way. */
function invert(file: FileDiff): FileDiff {
  const turned = { create: "delete", delete: "create" }[file.status] ?? file.status;
  return {
    ...file,
    status: turned,
    old_version: file.new_version,
    new_version: file.old_version,
    added: file.removed,
    removed: file.added,
    hunks: file.hunks.map(invertHunk),
  };
}

/** All lines of the version that stands there, masked as everywhere. */
async function removal(
  project: string,
  path: string,
  from: string,
  signal: AbortSignal,
): Promise<FileDiff> {
  const asked = { project, path: pathIn(project, path), at: from };
  const { lines } = await ask<BlameAnswer>("blame", asked, signal);
  const gone = lines.map(({ text }) => ({ op: "-", text }) as const);
  const hunks = gone.length === 0 ? [] : [{ old_start: 1, new_start: 0, lines: gone }];
  return differenceOf({ path, from, to: null }, hunks);
}

/** The difference that these hunks are. */
export function differenceOf(
  { path, from, to }: Pick<PlannedFile, "path" | "from" | "to">,
  hunks: readonly DiffHunk[],
): FileDiff {
  const countOf = (op: "+" | "-") =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.op === op).length, 0);
  return {
    path,
    status: to === null ? "delete" : "modify",
    old_version: from,
    new_version: to,
    added: countOf("+"),
    removed: countOf("-"),
    truncated: false,
    hunks,
  };
}
