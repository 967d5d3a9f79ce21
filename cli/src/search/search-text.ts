import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import type { LineHit, LineMatcher } from "@unf/core/search";
import { renderAge } from "@unf/core/time";
import { displayWidth, padRight, shortenPath } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** One line for each; for a pipe `v1119:src/legacy.ts:12:text`. */
export function* renderHits(
  hits: readonly LineHit[],
  spansOf: LineMatcher["spans"],
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
    yield [
      `${paint.id(`v${hit.last.id}`)}${" ".repeat(ids - `v${hit.last.id}`.length)}`,
      padRight(place, places),
      hit.gone === null ? paint.added(span) : paint.removed(span),
      excerpt(hit.shown, spansOf, view),
    ].join("  ");
  }
}

const placeWidthMax = 40;
const excerptCharsMax = 400;

function placeText({ last, line }: LineHit): string {
  return `${escapeForDisplay(last.path)}:${line}`;
}

/** `since 3w`; `since 3w, gone 2d`. */
function spanText({ first, gone }: LineHit, { viewer }: View): string {
  const since = `since ${renderAge(viewer.now - first.at)}`;
  return gone === null ? since : `${since}, gone ${renderAge(viewer.now - gone.at)}`;
}

/** Without indentation, and no longer than a few lines of the screen: the part that matches first. */
function excerpt(text: string, spansOf: LineMatcher["spans"], { signs, paint }: View): string {
  const whole = escapeLineForDisplay(text.trim());
  const [first] = spansOf(whole.slice(0, searchedCharsMax));
  const isLate = (first?.to ?? 0) > excerptCharsMax;
  const begin = isLate ? Math.max(0, (first?.from ?? 0) - contextChars) : 0;
  const cut = whole.slice(begin, begin + excerptCharsMax).toWellFormed();
  let shown = "";
  let done = 0;
  for (const { from, to } of spansOf(cut)) {
    shown += cut.slice(done, from) + paint.heading(cut.slice(from, to));
    done = to;
  }
  shown += cut.slice(done);
  const end = begin + excerptCharsMax < whole.length ? signs.ellipsis : "";
  return `${begin > 0 ? signs.ellipsis : ""}${shown}${end}`;
}

/** Shown before a match that stands late in its line. */
const contextChars = 60;

/** Further into a line no match is looked for. */
const searchedCharsMax = 100_000;
