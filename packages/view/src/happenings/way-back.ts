import type { Entry, Instant } from "./entry.ts";

/** The order that takes an entry back. */
export type WayBack =
  | { readonly order: "oops"; readonly turn: string }
  | { readonly order: "undo"; readonly operation: string }
  | {
      readonly order: "restore";
      /** Empty: the whole project, for not all of its files are known. */
      readonly paths: readonly string[];
      readonly at: Instant;
    };

/** Happenings that changed nothing have nothing to take back. */
export function canTakeBack({ kind, files, taken_back_by }: Entry): boolean {
  const isWork = kind !== "gap" && kind !== "checkpoint" && kind !== "baseline";
  return isWork && files > 0 && !taken_back_by;
}

export function wayBack(entry: Entry): WayBack {
  const { turn, operation, paths, more_paths = 0, from } = entry;
  if (turn !== undefined) return { order: "oops", turn };
  if (operation !== undefined) return { order: "undo", operation };
  return {
    order: "restore",
    paths: more_paths > 0 ? [] : paths.map(({ path }) => path),
    at: justBefore(from),
  };
}

/** The instant a moment before: what was there until then. */
export function justBefore(instant: Instant): Instant {
  return new Date(Date.parse(instant) - 1).toISOString();
}
