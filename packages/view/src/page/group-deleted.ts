import type { Instant } from "../happenings/entry.ts";

/** A file that was deleted, as far as grouping needs it. */
interface Deleted {
  readonly path: string;
  readonly deleted_at: Instant;
}

/** Files that went within a moment from one directory, or one file. */
export interface DeletedGroup<T> {
  /** With its slash; empty for the project itself and for one file. */
  readonly directory: string;
  readonly files: readonly T[];
}

/** Longest pause between deletions of one directory. Unit: ms. */
const pauseMs = 2000;

/** Fewer are shown one by one. */
const groupMin = 3;

/** Files that stand next to each other in the list and went together, as one; all others by themselves. */
export function groupDeleted<T extends Deleted>(files: readonly T[]): DeletedGroup<T>[] {
  const runs: T[][] = [];
  for (const file of files) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && wentTogether(last, file)) run.push(file);
    else runs.push([file]);
  }
  return runs.flatMap((run) =>
    run.length < groupMin
      ? run.map((file) => ({ directory: "", files: [file] }))
      : [{ directory: commonDirectory(run.map(({ path }) => path)), files: run }],
  );
}

/** Within a moment, and out of the same directory at the top. */
function wentTogether(a: Deleted, b: Deleted): boolean {
  const isNear = Math.abs(Date.parse(a.deleted_at) - Date.parse(b.deleted_at)) <= pauseMs;
  return isNear && topOf(a.path) === topOf(b.path);
}

function topOf(path: string): string {
  return path.slice(0, path.indexOf("/") + 1);
}

function commonDirectory(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let end = first.lastIndexOf("/") + 1;
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end)))) {
    end = first.lastIndexOf("/", end - 2) + 1;
  }
  return first.slice(0, end);
}
