import { instantOf, isHappening } from "./entries.ts";
import type { Activity, Counted, ScreenState } from "./state.ts";

/**
 * All of the history that the list goes back to, once it was counted; until then what is listed. What
 * was recorded since is put to it. `undefined`: there is nothing.
 */
export function activityOf({ entries = [], counted }: ScreenState): Counted | undefined {
  const listed = entries.map((listing): Activity => {
    const to = instantOf(listing);
    if (!isHappening(listing)) return { from: to, to, weight: 1 };
    return { from: Date.parse(listing.from), to, weight: Math.max(1, listing.files) };
  });
  if (listed.length === 0) return undefined;
  const end = listed.reduce((most, { to }) => Math.max(most, to), 0);
  if (counted === undefined) {
    const begin = listed.reduce((least, { from }) => Math.min(least, from), end);
    return { from: begin, to: end, parts: listed };
  }
  const since = listed.filter(({ to }) => to > counted.to);
  return { ...counted, to: Math.max(counted.to, end), parts: [...counted.parts, ...since] };
}

/** True where what is listed was never counted, or goes on so far beyond it that a column would be of it alone. */
export function isCountDue({ source, entries, counted, isCountAsked }: ScreenState): boolean {
  if (source.kind !== "history" || entries === undefined || isCountAsked) return false;
  if (counted === undefined) return true;
  const newest = entries.reduce((most, listing) => Math.max(most, instantOf(listing)), 0);
  return (newest - counted.to) * columnsCounted > counted.to - counted.from;
}

/** A narrow terminal has no more columns for it. */
const columnsCounted = 100;

/** Heights of a bar, from none to full. */
const blocks = " ▁▂▃▄▅▆▇█";
const plain = " .:-=+*#@";

/** How much happened in each of the columns, the newest on the right. */
export function renderActivity({ from, to, parts }: Counted, columns: number, isAscii: boolean) {
  const signs = [...(isAscii ? plain : blocks)];
  if (columns <= 0) return "";
  const step = Math.max(1, (to - from + 1) / columns);
  const columnOf = (at: number) =>
    Math.max(0, Math.min(columns - 1, columns - 1 - Math.floor((to - at) / step)));
  const counts = new Array<number>(columns).fill(0);
  for (const part of parts) {
    const [first, last] = [columnOf(part.from), columnOf(part.to)];
    for (let column = first; column <= last; column += 1)
      counts[column] = (counts[column] ?? 0) + part.weight / (last - first + 1);
  }
  const most = counts.reduce((max, one) => Math.max(max, one), 0);
  const top = signs.length - 1;
  // One that is there is seen, and a day of edits beside the thousands of files that recording began with.
  return counts
    .map((count) => signs[count === 0 ? 0 : Math.max(1, Math.round(Math.sqrt(count / most) * top))])
    .join("");
}
