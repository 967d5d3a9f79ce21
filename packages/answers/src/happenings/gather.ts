import { originOf, type Snapshot } from "@unf/core/timeline";
import type { ListedVersion } from "../log/listing.ts";
import type { ListedMark } from "../log/marks.ts";
import type { StoryItem, ToldHappening } from "../story/read-story.ts";

/** Versions that are one thing that somebody did, or a mark that stands by itself. */
export type Gathered =
  | Deed
  | { readonly kind: "mark"; readonly mark: Extract<ListedMark, { kind: "gap" | "checkpoint" }> };

export interface Deed {
  readonly kind: "turn" | "stretch" | "mass" | "operation" | "baseline";
  /** Newest first, one at least. */
  readonly versions: ListedVersion[];
  /** As the story names it; `undefined` where only its files can be told. */
  readonly name: string | undefined;
}

/** Longest pause within a stretch of one author. Unit: ms. */
const pauseMs = 15 * 60_000;

/**
 * A story, with its single versions gathered by turn and by author. A turn is one deed whatever others
 * wrote meanwhile, in the place of the newest of it; otherwise the order is that of the story.
 */
export function gatherStory(story: readonly StoryItem[]): Gathered[] {
  const all: Gathered[] = [];
  const turns = new Map<string, Deed>();
  for (const item of story) {
    const one = gatheredOf(item);
    if (one === undefined) continue;
    const earlier = one.kind === "turn" ? turns.get(turnKey(one)) : all.at(-1);
    const canGoOn = one.kind !== "mark" && earlier !== undefined && earlier.kind !== "mark";
    if (canGoOn && goesOn(earlier, one)) {
      earlier.versions.push(...one.versions);
      continue;
    }
    all.push(one);
    if (one.kind === "turn") turns.set(turnKey(one), one);
  }
  return all;
}

function turnKey({ versions }: Deed): string {
  const [first] = versions;
  return first === undefined
    ? ""
    : `${first.source.project.id} ${first.authors.of(first.snapshot).turn}`;
}

function gatheredOf(item: StoryItem): Gathered | undefined {
  switch (item.kind) {
    case "version":
      return deedOf(item);
    case "happening": {
      const versions = item.rows.filter((row): row is ListedVersion => row.kind === "version");
      const kind = item.cause === "moment" ? kindOf(item.last.snapshot, "mass") : item.cause;
      return { kind, versions: [...versions], name: nameOf(item, kind) };
    }
    case "gap":
    case "checkpoint":
      return { kind: "mark", mark: item };
    default:
      return undefined;
  }
}

/** A turn is named by its prompt, and what is many files of a stretch by their number. */
function nameOf({ name }: ToldHappening, kind: Deed["kind"]): string | undefined {
  return kind === "turn" ? undefined : name;
}

/** The kind of deed that a version is part of. `otherwise`: of one that nothing else is known of. */
function kindOf(snapshot: Snapshot, otherwise: "stretch" | "mass"): Deed["kind"] {
  const origin = originOf(snapshot);
  return origin === "other" ? otherwise : origin;
}

/** True where the newer deed and an older one are one. */
export function goesOn(newer: Deed, older: Deed | undefined): boolean {
  const a = newer.versions.at(-1);
  const b = older?.versions[0];
  if (a === undefined || b === undefined || older?.kind !== newer.kind) return false;
  if (newer.kind === "mass" || a.source.project.id !== b.source.project.id) return false;
  if (newer.kind === "operation") return a.snapshot.operation === b.snapshot.operation;
  const [one, other] = [a.authors.of(a.snapshot), b.authors.of(b.snapshot)];
  if (newer.kind === "turn") return one.turn === other.turn;
  const isNear = Math.abs(a.snapshot.at - b.snapshot.at) <= pauseMs;
  return isNear && one.type === other.type && one.name === other.name;
}

/** The deed that one version is, as far as it can be known without its neighbours. */
export function deedOf(version: ListedVersion): Deed {
  return { kind: kindOf(version.snapshot, "stretch"), versions: [version], name: undefined };
}
