/** Heights of a bar, from none to full. */
const blocks = " ▁▂▃▄▅▆▇█";
const plain = " .:-=+*#@";

/** Something that happened from an instant to another. Unit: ms since 1970. */
export interface Activity {
  readonly from: number;
  readonly to: number;
  /** How much of it: 1 at least. */
  readonly weight: number;
}

/** How much happened between the oldest and the newest of these instants, the newest on the right. */
export function renderActivity(
  all: readonly Activity[],
  columns: number,
  isAscii: boolean,
): string {
  const signs = [...(isAscii ? plain : blocks)];
  if (all.length === 0 || columns <= 0) return "";
  const begin = all.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const end = all.reduce((most, { to }) => Math.max(most, to), 0);
  const step = Math.max(1, (end - begin + 1) / columns);
  const columnOf = (at: number) =>
    Math.max(0, Math.min(columns - 1, columns - 1 - Math.floor((end - at) / step)));
  const counts = new Array<number>(columns).fill(0);
  for (const { from, to, weight } of all) {
    const [first, last] = [columnOf(from), columnOf(to)];
    for (let column = first; column <= last; column += 1)
      counts[column] = (counts[column] ?? 0) + weight / (last - first + 1);
  }
  const most = counts.reduce((max, one) => Math.max(max, one), 0);
  const top = signs.length - 1;
  // One that is there is seen, however many there are elsewhere.
  return counts
    .map((count) => signs[count === 0 ? 0 : Math.max(1, Math.round((count / most) * top))])
    .join("");
}
