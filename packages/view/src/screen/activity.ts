/** Heights of a bar, from none to full. */
const blocks = " ▁▂▃▄▅▆▇█";
const plain = " .:-=+*#@";

/** How much happened between the oldest and the newest of these instants, the newest on the right. */
export function renderActivity(
  instants: readonly number[],
  columns: number,
  isAscii: boolean,
): string {
  const signs = [...(isAscii ? plain : blocks)];
  if (instants.length === 0 || columns <= 0) return "";
  const from = instants.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const to = instants.reduce((most, at) => Math.max(most, at), 0);
  const step = Math.max(1, (to - from + 1) / columns);
  const counts = new Array<number>(columns).fill(0);
  for (const at of instants) {
    const index = Math.min(columns - 1, columns - 1 - Math.floor((to - at) / step));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const most = counts.reduce((all, one) => Math.max(all, one), 1);
  const last = signs.length - 1;
  // One that is there is seen, however many there are elsewhere.
  return counts
    .map((count) => signs[count === 0 ? 0 : Math.max(1, Math.round((count / most) * last))])
    .join("");
}
