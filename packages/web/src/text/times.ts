export { justBefore } from "@unf/view/page";

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const exact = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
});
const dayOfYear = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

export const timeOf = (instant: string): string => clock.format(new Date(instant));

/** With its seconds, and with its day unless that is today. */
export function momentOf(instant: string | number): string {
  const date = new Date(instant);
  const time = exact.format(date);
  return isSameDay(date, new Date()) ? time : `${day.format(date)}, ${time}`;
}

/** How far the clocks of the reader are ahead of UTC. Unit: ms. */
export const offsetAt = (instant: number): number =>
  -new Date(instant).getTimezoneOffset() * 60_000;

/** Times of an axis, all as fine as the finest of them needs. */
export function tickTexts(ticks: readonly { readonly at: number; readonly isDay: boolean }[]) {
  const isFine = ticks.some(({ at }) => at % 60_000 !== 0);
  const time = isFine ? exact : clock;
  return ticks.map(({ at, isDay }) => (isDay ? day : time).format(new Date(at)));
}

/** A span of time; its day is said once where both ends are of it. */
export function rangeText(from: string | number, to: string | number): string {
  const isOneDay = isSameDay(new Date(from), new Date(to));
  return `${momentOf(from)} – ${isOneDay ? exact.format(new Date(to)) : momentOf(to)}`;
}

export function dayOf(instant: string): string {
  const date = new Date(instant);
  const now = new Date();
  if (isSameDay(date, now)) return "Today";
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(date, yesterday)) return "Yesterday";
  return date.getFullYear() === now.getFullYear() ? day.format(date) : dayOfYear.format(date);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}

/** A span as a person says it: `4 min`. */
export function spanOf(ms: number): string {
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1_000],
  ] as const;
  const [name, size] = units.find(([, size]) => ms >= size) ?? ["s", 1_000];
  return `${Math.max(1, Math.round(ms / size))} ${name}`;
}

/** As a field for a date and a time takes it, where the reader is. */
export function fieldOf(instant: string): string {
  const date = new Date(instant);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The opposite; null for a field that holds no time. */
export function instantOf(field: string): string | null {
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
