import type { WallMs } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { Entry } from "./entries.ts";

/** Something that is to be done to a project, as it is shown before. */
export type ScreenOrder =
  | {
      readonly name: "restore";
      readonly root: string;
      /** Paths in the project; none: all of it. */
      readonly paths: readonly string[];
      /** A word for the instant, or the version of the one path. */
      readonly at: string | undefined;
      readonly version: string | undefined;
      /** Files that were not there then go, if their content is recorded. */
      readonly removes: boolean;
    }
  | {
      readonly name: "oops";
      readonly root: string;
      /** The turn of an agent; `undefined`: the last run of changes. */
      readonly turn: string | undefined;
    }
  | { readonly name: "undo"; readonly root: string; readonly kind: "undo" | "redo" }
  | { readonly name: "bringBack"; readonly root: string; readonly deletion: string }
  | { readonly name: "checkpoint"; readonly root: string; readonly label: string | undefined };

/** A way to go on from an entry, and the words for it. */
export interface Choice {
  readonly text: string;
  readonly order: ScreenOrder;
}

/** The restores that an entry offers, the likeliest first. */
export function restoresOf(entry: Entry): readonly Choice[] {
  switch (entry.kind) {
    case "version": {
      const { root, path, id, at } = entry;
      const before = restore(root, [path], justBefore(at));
      const as = {
        name: "restore",
        root,
        paths: [path],
        at: undefined,
        version: id,
        removes: false,
      } as const;
      const choices = [
        { text: `this file as it was before ${id}`, order: before },
        { text: `this file as of ${id}`, order: as },
      ];
      return [
        ...(entry.event === "delete" ? choices.slice(0, 1) : choices.reverse()),
        { text: `all files as they were before ${id}`, order: restore(root, [], justBefore(at)) },
      ];
    }
    case "group": {
      const { root, from, at } = entry;
      const paths = [...new Set(entry.versions.map(({ path }) => path))];
      return [
        ...(paths.length > pathsMax
          ? []
          : [
              {
                text: "these files as they were before it",
                order: restore(root, paths, justBefore(from)),
              },
            ]),
        { text: "all files as they were before it", order: restore(root, [], justBefore(from)) },
        { text: "all files as they were after it", order: restore(root, [], instantOf(at)) },
      ];
    }
    case "checkpoint":
      return [{ text: `all files as of ${entry.name}`, order: restore(entry.root, [], entry.id) }];
    case "gap":
      return [
        {
          text: "all files as they were before it",
          order: restore(entry.root, [], instantOf(entry.from)),
        },
      ];
    case "deleted": {
      const { root, deletion } = entry;
      return [{ text: "the file as it was last", order: { name: "bringBack", root, deletion } }];
    }
    case "hit": {
      const { root, path, version } = entry;
      const order = {
        name: "restore",
        root,
        paths: [path],
        at: undefined,
        version,
        removes: false,
      } as const;
      return [{ text: `this file as of ${version}`, order }];
    }
  }
}

/** Changes that can be taken back from an entry on: its own turn, the last one, the last run of changes. */
export function oopsesOf(
  entry: Entry | undefined,
  root: string,
  entries: readonly Entry[],
): readonly Choice[] {
  const own = entry === undefined ? undefined : turnOf(entry);
  const newest = entries.map(turnOf).find((turn) => turn !== undefined);
  const turns = [...new Set([own, newest].filter((turn) => turn !== undefined))];
  return [
    ...turns.map(
      (turn): Choice => ({ text: `what ${turn} did`, order: { name: "oops", root, turn } }),
    ),
    { text: "the last run of changes", order: { name: "oops", root, turn: undefined } },
  ];
}

/** More are no words of one order: then all files are meant. */
const pathsMax = 1000;

function turnOf(entry: Entry): string | undefined {
  if (entry.kind === "version") return entry.turn ?? undefined;
  if (entry.kind !== "group" || entry.cause !== "turn") return undefined;
  return entry.turn?.id ?? entry.versions[0]?.turn ?? undefined;
}

function restore(root: string, paths: readonly string[], at: string): ScreenOrder {
  return { name: "restore", root, paths, at, version: undefined, removes: paths.length > 0 };
}

const instantOf = (at: number): string => formatUtc(at as WallMs);

const justBefore = (at: number): string => instantOf(at - 1);
