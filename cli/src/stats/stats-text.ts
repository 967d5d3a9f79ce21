import { exactPath, type StatsAnswer } from "@unf/answers";
import type { WallMs } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { parseUtc, renderLocalDate, renderLocalIso, renderSpan } from "@unf/core/time";
import {
  countOf,
  groupDigits,
  padLeft,
  padRight,
  shortenPath,
  widest,
} from "../frame/print/columns.ts";
import { renderTable } from "../frame/print/table.ts";
import type { View } from "../frame/print/view.ts";

type Author = StatsAnswer["authors"][number];

/** A few lines, then a bar for each author and the files that changed most; for a pipe words and numbers. */
export function* renderStats(stats: StatsAnswer, view: View): Generator<string> {
  if (!view.terminal.isForPerson) {
    yield* plainLines(stats, view);
    return;
  }
  const { paint, signs } = view;
  if (stats.versions === 0) {
    yield "No versions are recorded of that.";
    return;
  }
  const { create, modify, delete: gone, rename } = stats.kinds;
  const kinds = [
    [create, "created"],
    [modify, "modified"],
    [gone, "deleted"],
    [rename, "renamed"],
  ] as const;
  yield paint.heading(spanText(stats, view));
  yield* renderTable([
    ["recorded", `${countOf(stats.versions, "version")} of ${countOf(stats.files, "file")}`],
    ["", kinds.map(([count, word]) => `${groupDigits(count)} ${word}`).join(` ${signs.between} `)],
    ["lines", `+${groupDigits(stats.added)} -${groupDigits(stats.removed)}`],
    ["busiest", busiestText(stats)],
    ["also", besideText(stats, view)],
  ]);
  yield paint.heading("Authors");
  yield* authorLines(stats, view);
  yield paint.heading("Changed most often");
  yield* fileLines(stats, view);
}

/** `1 Nov – 20 Nov`, as dates. */
function spanText(
  { first_at: first, last_at: last }: StatsAnswer,
  { viewer, signs }: View,
): string {
  const [from, to] = [dateOf(first, viewer.zone), dateOf(last, viewer.zone)];
  return from === to ? from : `${from} ${signs.dash} ${to}`;
}

function dateOf(at: StatsAnswer["first_at"], zone: View["viewer"]["zone"]): string {
  const instant = at === null ? undefined : parseUtc(at);
  return instant === undefined ? "-" : renderLocalDate(instant, zone);
}

function busiestText({ busiest_day: day, busiest_hour: hour }: StatsAnswer): string {
  const days = day === null ? [] : [`${day.day} (${countOf(day.versions, "version")})`];
  const clock = (of: number) => `${String(of % 24).padStart(2, "0")}:00`;
  const hours = hour === null ? [] : [`${clock(hour.hour)} to ${clock(hour.hour + 1)}`];
  return [...days, ...hours].join(", ");
}

/** Things of a history that are no versions; those that there are. */
function besideText(stats: StatsAnswer, { signs }: View): string {
  const { sessions, turns, checkpoints, operations, gaps } = stats;
  const span = gaps.count === 0 ? "" : ` (${renderSpan(gaps.ms)})`;
  return [
    [sessions, countOf(sessions, "session")],
    [turns, countOf(turns, "turn")],
    [checkpoints, countOf(checkpoints, "checkpoint")],
    [operations, countOf(operations, "operation")],
    [gaps.count, `${countOf(gaps.count, "recording gap")}${span}`],
  ]
    .flatMap(([count, text]) => (count === 0 ? [] : [text]))
    .join(` ${signs.between} `);
}

const barMax = 30;

function* authorLines({ authors }: StatsAnswer, { paint, signs }: View): Generator<string> {
  const names = widest(authors.map(nameOf));
  const counts = widest(authors.map(({ versions }) => groupDigits(versions)));
  const most = Math.max(...authors.map(({ versions }) => versions));
  for (const author of authors) {
    const bar = signs.bar.repeat(Math.max(1, Math.round((author.versions / most) * barMax)));
    const count = padLeft(groupDigits(author.versions), counts);
    yield ` ${padRight(nameOf(author), names)}  ${count}  ${paint.added(bar)}`;
  }
}

function nameOf({ type, name }: Author): string {
  if (name !== null) return escapeForDisplay(name);
  if (type === "human") return "you";
  if (type === "unf") return "unf itself";
  // Files that stood there when recording began are nobody's.
  return type === "agent" ? "an agent" : "there before or unknown";
}

function* fileLines({ most_changed: files }: StatsAnswer, view: View): Generator<string> {
  const counts = widest(files.map(({ versions }) => groupDigits(versions)));
  const room = Math.max(20, (view.terminal.width ?? 80) - counts - 4);
  for (const file of files) {
    const path = shortenPath(escapeForDisplay(exactPath("path", file)), room, view.signs.ellipsis);
    yield ` ${padLeft(groupDigits(file.versions), counts)}  ${path}`;
  }
}

function* plainLines(stats: StatsAnswer, { viewer }: View): Generator<string> {
  const iso = (at: StatsAnswer["first_at"]) => {
    const instant: WallMs | undefined = at === null ? undefined : parseUtc(at);
    return instant === undefined ? "-" : renderLocalIso(instant, viewer.zone);
  };
  const { kinds, gaps, busiest_day: day, busiest_hour: hour } = stats;
  yield ["span", iso(stats.first_at), iso(stats.last_at)].join("\t");
  yield ["versions", stats.versions, "files", stats.files].join("\t");
  yield ["kinds", kinds.create, kinds.modify, kinds.delete, kinds.rename].join("\t");
  yield ["lines", `+${stats.added}`, `-${stats.removed}`].join("\t");
  yield ["day", day?.day ?? "-", day?.versions ?? 0].join("\t");
  yield ["hour", hour?.hour ?? "-", hour?.versions ?? 0].join("\t");
  for (const { type, name, versions } of stats.authors)
    yield ["author", type, name === null ? "-" : escapeForDisplay(name), versions].join("\t");
  for (const file of stats.most_changed)
    yield ["file", file.versions, escapeForDisplay(exactPath("path", file))].join("\t");
  for (const name of ["sessions", "turns", "checkpoints", "operations"] as const)
    yield [name, stats[name]].join("\t");
  yield ["gaps", gaps.count, gaps.ms].join("\t");
}
