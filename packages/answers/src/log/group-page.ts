import { UnfError } from "@unf/core/base";
import { type Cursor, decodeCursor, encodeCursor } from "@unf/core/query";
import { stampOf } from "@unf/core/timeline";
import type { ListedVersion } from "./listing.ts";
import type { Selection } from "./selection.ts";

/** Rows that are gathered at most: what a group counts would else have no bound. */
export const gatheredMax = 100_000;

/** Some of the groups of a listing, each of them whole. */
export interface GroupPage<G> {
  readonly groups: readonly G[];
  /** Where the next page goes on; `null` on the last. */
  readonly next: string | null;
}

/** Takes one page of groups, which come in the order of the first version of each. */
export function pageOfGroups<G extends { readonly versions: readonly ListedVersion[] }>(
  groups: readonly G[],
  { query: { order }, fingerprint }: Selection,
  { limit, cursorWord }: { readonly limit: number; readonly cursorWord: string | undefined },
): GroupPage<G> {
  const after = cursorWord === undefined ? undefined : readCursor(cursorWord, fingerprint).after;
  const rest =
    after === undefined ? groups : groups.filter((group) => isBehind(group, after, order));
  const page = rest.slice(0, limit);
  const last = page.at(-1)?.versions[0];
  const isCut = page.length < rest.length && last !== undefined;
  const next = isCut ? encodeCursor({ order, after: positionOf(last) }, fingerprint) : null;
  return { groups: page, next };
}

function readCursor(word: string, fingerprint: string): Cursor {
  const cursor = decodeCursor(word, fingerprint);
  if (cursor !== undefined) return cursor;
  throw new UnfError("usage", "the cursor does not belong to this listing", {
    hint: "repeat the flags and paths of the listing that printed it",
  });
}

function isBehind(
  { versions: [first] }: { readonly versions: readonly ListedVersion[] },
  after: Cursor["after"],
  order: Cursor["order"],
): boolean {
  if (first === undefined) return false;
  const { at, id, project } = positionOf(first);
  const isSameFirst = at === after.at && project === after.project;
  const isOlder = at < after.at || (isSameFirst && id < after.id);
  const isNewer = at > after.at || (isSameFirst && id > after.id);
  return order === "newest" ? isOlder : isNewer;
}

function positionOf({ source, snapshot }: ListedVersion): Cursor["after"] {
  return {
    at: stampOf(snapshot),
    project: source.project.id as Cursor["after"]["project"],
    id: snapshot.id,
  };
}
