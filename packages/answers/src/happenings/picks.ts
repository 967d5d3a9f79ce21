import type { TimelineReader } from "@unf/core/ports";
import { fingerprintQuery } from "@unf/core/query";
import type { Snapshot } from "@unf/core/timeline";
import { isBy, parseAuthorWord } from "../authors/author-filter.ts";
import type { Authors } from "../authors/authors.ts";
import type { Selection } from "../log/selection.ts";
import { shownLabel } from "../sessions/report-fields.ts";
import { kindOf } from "./gather.ts";
import type { Filters, HappeningKind } from "./question.ts";

/** Filters that the timeline cannot look up by itself. */
type Picky = Pick<Filters, "authors" | "kinds" | "text">;

/**
 * The selection, narrowed to rows of these authors, kinds and words. One author alone is left to the
 * timeline, which counts without reading rows then.
 */
export function narrowSelection(selection: Selection, filters: Picky): Selection {
  const { authors, kinds, text } = filters;
  if (authors.length < 2 && kinds.length === 0 && text === undefined) return selection;
  return {
    ...selection,
    matchesAll: false,
    isPicked: openPicks(filters),
    fingerprint: fingerprintQuery([selection.fingerprint, authors, kinds, text ?? []]),
  };
}

function openPicks({ authors: words, kinds, text }: Picky): NonNullable<Selection["isPicked"]> {
  const wanted = words.map(parseAuthorWord);
  const hasWords = openWords(text);
  return (timeline, row, authors) =>
    (wanted.length === 0 || wanted.some((one) => isBy(one, authors, row))) &&
    (kinds.length === 0 || isOfKind(kinds, row, authors)) &&
    hasWords(timeline, row, authors);
}

/** That a stretch is a mass change is known by its neighbours only, and is judged when they are gathered. */
function isOfKind(kinds: readonly HappeningKind[], row: Snapshot, authors: Authors): boolean {
  const kind = kindOf(row, authors, "stretch");
  return kinds.includes(kind) || (kind === "stretch" && kinds.includes("mass"));
}

/** Looks for the words in the path and in what the turn was asked for, whatever their case. */
function openWords(text: string | undefined) {
  if (text === undefined) return () => true;
  const isIn = openText(text);
  const known = new Map<TimelineReader, Map<number, boolean>>();
  return (timeline: TimelineReader, row: Snapshot, authors: Authors): boolean => {
    if (isIn(row.path) || (row.renamedFrom !== null && isIn(row.renamedFrom))) return true;
    const { turn } = authors.of(row);
    if (turn === null) return false;
    const turns = known.get(timeline) ?? new Map<number, boolean>();
    known.set(timeline, turns);
    const has = turns.get(turn) ?? isIn(shownLabel(timeline.turn(turn)?.label ?? ""));
    turns.set(turn, has);
    return has;
  };
}

/** Says whether a text has another one in it, whatever their case. */
export function openText(wanted: string): (text: string) => boolean {
  const lower = wanted.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}
