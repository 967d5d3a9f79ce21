import type { Histogram } from "@unf/answers";
import { renderClock, renderLocalDate, renderLocalIso } from "@unf/core/time";
import { countOf, groupDigits, padLeft } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** A bar for each bucket; for a pipe start, end and count with tabs. */
export function* renderHistogram(
  { buckets, step, total }: Histogram,
  view: View,
): Generator<string> {
  const { viewer, terminal, signs, paint } = view;
  if (!terminal.isForPerson) {
    for (const { start, end, count } of buckets) {
      yield [renderLocalIso(start, viewer.zone), renderLocalIso(end, viewer.zone), count].join(
        "\t",
      );
    }
    return;
  }
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  // Seconds only where buckets are told apart by them.
  const clockLength = step.endsWith(" s") ? 8 : 5;
  const countWidth = groupDigits(most).length;
  const barWidth = Math.max(10, (terminal.width ?? 80) - 21 - countWidth - 4);
  for (const { start, count } of buckets) {
    const label = `${renderLocalDate(start, viewer.zone)} ${renderClock(start, viewer.zone).slice(0, clockLength)}`;
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / most) * barWidth));
    yield ` ${paint.faint(label)} ${padLeft(groupDigits(count), countWidth)} ${paint.added(signs.bar.repeat(length))}`.trimEnd();
  }
  yield paint.faint(` ${countOf(total, "version")}, one line is ${step}`);
}
