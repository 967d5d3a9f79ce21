import type { ForgetSearch } from "@unf/core/forget";
import { escapeForDisplay } from "@unf/core/query";
import { instant } from "./snapshot.ts";
import type { ForgetSearchAnswer } from "./types.ts";

/** Tells what searches found elsewhere, or that one is still to be made; for the eyes. */
export function* elsewhereLines(searches: readonly ForgetSearch[]): Generator<string> {
  for (const { state, found, unread } of searches) {
    if (state === "due") yield "a search for what was forgotten is still to be made";
    if (found.length > 0) yield `what was forgotten was found elsewhere: ${shorten(found)}`;
    if (unread.length > 0)
      yield `not readable in the search for what was forgotten: ${shorten(unread)}`;
  }
}

export function searchesAnswer(searches: readonly ForgetSearch[]): ForgetSearchAnswer[] {
  return searches.map(({ project, at, state, found, unread }) => ({
    project: `p-${project}`,
    at: instant(at),
    state,
    found: [...found],
    unread: [...unread],
  }));
}

const placesShown = 3;

function shorten(places: readonly string[]): string {
  const shown = places.slice(0, placesShown).map(escapeForDisplay).join(", ");
  const more = places.length - placesShown;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
