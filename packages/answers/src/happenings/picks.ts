import { fingerprintQuery } from "@unf/core/query";
import type { Among, Origin } from "@unf/core/timeline";
import { parseAuthorWords } from "../authors/author-filter.ts";
import type { Selection } from "../log/selection.ts";
import { shownLabel } from "../sessions/report-fields.ts";
import type { Filters, HappeningKind } from "./question.ts";

/** Filters beside those that every listing has. */
type Picky = Pick<Filters, "authors" | "kinds" | "text">;

/** True where any of the filters leaves something out. */
export function isFiltered({ session, text, ...filters }: Filters): boolean {
  const { authors, include, exclude, kinds } = filters;
  const lists = [authors, include, exclude, kinds];
  return session !== undefined || text !== undefined || lists.some((list) => list.length > 0);
}

/** The selection, narrowed to rows of these authors, kinds and words by what the timeline reads. */
export function narrowSelection(selection: Selection, filters: Picky): Selection {
  const { authors, kinds, text } = filters;
  if (authors.length === 0 && kinds.length === 0 && text === undefined) return selection;
  const { query } = selection;
  const author = parseAuthorWords(authors);
  const among = text === undefined ? [] : [openWords(text)];
  return {
    ...selection,
    query: {
      ...query,
      ...(author === undefined ? {} : { author }),
      ...(kinds.length === 0 ? {} : { origins: originsOf(kinds) }),
      ...(among.length === 0 ? {} : { among: [...(query.among ?? []), ...among] }),
    },
    matchesAll: selection.matchesAll && !authors.includes("human"),
    fingerprint: fingerprintQuery([selection.fingerprint, authors, kinds, text ?? []]),
  };
}

/** That a stretch is a mass change is known by its neighbours only, and is judged when they are gathered. */
function originsOf(kinds: readonly HappeningKind[]): Origin[] {
  const origins = kinds.flatMap((kind): Origin[] => {
    if (kind === "checkpoint" || kind === "gap") return [];
    return [kind === "stretch" || kind === "mass" ? "other" : kind];
  });
  return [...new Set(origins)];
}

/** Looks for the words in paths and in what turns were asked for, whatever their case. */
function openWords(text: string): Among {
  const isIn = openText(text);
  const key = JSON.stringify(["words", text.toLowerCase()]);
  return { isPath: isIn, key, isLabel: (label) => isIn(shownLabel(label)) };
}

/** Says whether a text has another one in it, whatever their case. */
export function openText(wanted: string): (text: string) => boolean {
  const lower = wanted.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}
