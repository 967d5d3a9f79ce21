import { type AbsPath, joinPath } from "@unf/core/base";
import { escapeForDisplay, escapeLineForDisplay, takeLeft } from "@unf/core/query";
import type { LineHit, LineMatcher } from "@unf/core/search";
import { renderAge } from "@unf/core/time";
import { displayWidth, padRight, shortenPath } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** The project that was searched, and where the text stands in a line. */
interface SearchedIn {
  readonly root: AbsPath;
  readonly spansOf: LineMatcher["spans"];
}

/** One line for each; for a pipe `v1119:src/legacy.ts:12:text`. */
export function* renderHits(
  hits: readonly LineHit[],
  { root, spansOf }: SearchedIn,
  view: View,
): Generator<string> {
  const { terminal, paint, signs } = view;
  if (!terminal.isForPerson) {
    for (const { last, line, shown } of hits) {
      yield `v${last.id}:${escapeForDisplay(last.path)}:${line}:${escapeLineForDisplay(shown)}`;
    }
    return;
  }
  const widest = (text: (hit: LineHit) => string): number =>
    hits.reduce((most, hit) => Math.max(most, displayWidth(text(hit))), 0);
  const ids = widest(({ last }) => `v${last.id}`);
  const places = Math.min(widest(placeText), placeWidthMax);
  const spans = widest((hit) => spanText(hit, view));
  for (const hit of hits) {
    const place = shortenPath(placeText(hit), places, signs.ellipsis);
    const span = padRight(spanText(hit, view), spans);
    const room = roomFor(ids + places + spans, view);
    yield [
      `${paint.id(`v${hit.last.id}`)}${" ".repeat(ids - `v${hit.last.id}`.length)}`,
      `${linked(place, hit, root, view)}${padRight("", places - displayWidth(place))}`,
      hit.gone === null ? paint.added(span) : paint.removed(span),
      excerpt(hit.shown, { spansOf, room }, view),
    ].join("  ");
  }
}

const placeWidthMax = 40;

/** Columns that are left for the line itself, so that it does not wrap; a few lines of them with -v. */
function roomFor(before: number, { terminal, isVerbose }: View): number {
  if (isVerbose) return verboseMax;
  return Math.max(excerptMin, (terminal.width ?? 80) - before - 6);
}

const excerptMin = 20;
const verboseMax = 400;

function placeText({ last, line }: LineHit): string {
  return `${escapeForDisplay(last.path)}:${line}`;
}

/** `since 3w`; `since 3w, gone 2d`. */
function spanText({ first, gone }: LineHit, { viewer }: View): string {
  const since = `since ${renderAge(viewer.now - first.at)}`;
  return gone === null ? since : `${since}, gone ${renderAge(viewer.now - gone.at)}`;
}

/** Of what is gone there is nothing to open. */
function linked(text: string, { last, gone }: LineHit, root: AbsPath, { paint }: View): string {
  return gone === null ? paint.link(joinPath(root, last.path), text) : text;
}

interface Excerpt {
  readonly spansOf: LineMatcher["spans"];
  readonly room: number;
}

/** Without indentation, and no longer than there is room: the part that matches first. */
function excerpt(text: string, { spansOf, room }: Excerpt, { signs, paint }: View): string {
  const whole = escapeLineForDisplay(text.trim());
  const [first] = spansOf(whole.slice(0, searchedCharsMax));
  const isLate = (first?.to ?? 0) > room;
  const begin = isLate ? Math.max(0, (first?.from ?? 0) - Math.floor(room / contextShare)) : 0;
  const isCut = displayWidth(whole.slice(begin, begin + room + 1)) > room || begin > 0;
  const marks = isCut ? displayWidth(signs.ellipsis) * (begin > 0 ? 2 : 1) : 0;
  const cut = takeLeft(whole.slice(begin, begin + room).toWellFormed(), room - marks);
  let shown = "";
  let done = 0;
  for (const { from, to } of spansOf(cut)) {
    shown += cut.slice(done, from) + paint.heading(cut.slice(from, to));
    done = to;
  }
  shown += cut.slice(done);
  const end = begin + cut.length < whole.length ? signs.ellipsis : "";
  return `${begin > 0 ? signs.ellipsis : ""}${shown}${end}`;
}

/** So much of the room is before a match that stands late in its line. */
const contextShare = 4;

/** Further into a line no match is looked for. */
const searchedCharsMax = 100_000;
