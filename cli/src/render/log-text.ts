import {
  checkpointId,
  escapeForDisplay,
  renderAge,
  renderClock,
  renderDayHeading,
  renderLocalIso,
  type Snapshot,
} from "@unf/core";
import type { Chunk } from "../answer.ts";
import type { ListedVersion } from "../log/listing.ts";
import {
  endOf,
  type ListedBurst,
  type ListedCheckpoint,
  type ListedGap,
  type ListedMark,
} from "../log/marks.ts";
import type { ListedTurn } from "../log/turn-marks.ts";
import { authorText } from "./author-text.ts";
import { burstCounts, burstName } from "./burst-text.ts";
import { checkpointTitle, labelOf } from "./checkpoint-text.ts";
import { countOf, displayWidth, padLeft, padRight, shortenPath, widest } from "./columns.ts";
import { handoverLine, plainHandover } from "./handover-text.ts";
import { labelText, sumText } from "./session-parts.ts";
import { turnName } from "./turns-text.ts";
import type { View } from "./view.ts";
import { countsText, eventLetter, gapReason, pathText, remarkText } from "./words.ts";

/** How a listing is shown. */
export interface LogLayout {
  /** Shown at the right of the first heading; empty for none. */
  readonly title: string;
  /** Names of projects, when there are several. */
  readonly projectName: ((item: Item) => string) | undefined;
  readonly hasBars: boolean;
  /** One line at a time: no headings, no ages that would grow old on the screen. */
  readonly isStream: boolean;
  /** What comes under a version's line. */
  readonly below: (version: ListedVersion, view: View) => Iterable<Chunk>;
}

type Item = ListedVersion | ListedMark;

/** The listing as a person reads it, or as one record a line for a pipe. */
export function* renderLog(
  items: readonly Item[],
  layout: LogLayout,
  view: View,
): Generator<Chunk> {
  if (view.terminal.isForPerson) {
    yield* renderForPerson(items, layout, view);
    return;
  }
  for (const item of items) {
    if (item.kind !== "version") {
      yield plainMark(item, layout, view);
    } else {
      yield plainVersion(item, layout, view);
      yield* layout.below(item, view);
    }
  }
}

function* renderForPerson(items: readonly Item[], layout: LogLayout, view: View): Generator<Chunk> {
  const widths = planWidths(items, layout, view);
  let day = "";
  for (const item of items) {
    const heading = layout.isStream ? "" : renderDayHeading(instantOf(item), view.viewer);
    if (heading !== day) yield headingLine(heading, day === "" ? layout.title : "", view);
    day = heading;
    if (item.kind !== "version") {
      yield markLine(item, layout, view);
    } else {
      yield versionLine(item, widths, layout, view);
      yield* layout.below(item, view);
    }
  }
}

interface Widths {
  readonly project: number;
  readonly path: number;
  readonly counts: number;
  readonly id: number;
  /** 0 where there is nobody to tell apart. */
  readonly author: number;
}

/** Columns as wide as their widest entry; the path gives way when the line is too narrow. */
function planWidths(items: readonly Item[], layout: LogLayout, view: View): Widths {
  const versions = items.filter((item) => item.kind === "version");
  const project = layout.projectName === undefined ? 0 : widest(items.map(layout.projectName)) + 2;
  const counts = widest(versions.map((item) => countsCell(item.snapshot, layout)));
  const path = widest(versions.map((item) => pathText(item, view.signs)));
  const id = widest(versions.map((item) => `v${item.snapshot.id}`));
  const author = widest(versions.map(authorCell));
  const remark = widest(versions.map(remarkText));
  // " 14:32:07   5m  M  " before the path, two blanks around the counts.
  const after = id + (author === 0 ? 0 : author + 2) + (remark === 0 ? 0 : remark + 2);
  const fixed = 19 + project + 2 + counts + 2 + after;
  return {
    project,
    counts,
    id,
    author,
    path: Math.min(path, Math.max(12, (view.terminal.width ?? 80) - fixed)),
  };
}

function headingLine(heading: string, title: string, { paint, terminal }: View): string {
  const gap = Math.max(2, (terminal.width ?? 80) - displayWidth(heading) - displayWidth(title));
  return `${paint.heading(heading)}${title === "" ? "" : " ".repeat(gap) + paint.faint(title)}`;
}

function versionLine(item: ListedVersion, widths: Widths, layout: LogLayout, view: View): string {
  const { paint, signs, viewer } = view;
  const { snapshot } = item;
  const age = layout.isStream ? "" : padLeft(` ${renderAge(viewer.now - snapshot.at)}`, 5);
  const path = shortenPath(pathText(item, signs), widths.path, signs.ellipsis);
  const project =
    layout.projectName === undefined ? "" : padRight(layout.projectName(item), widths.project);
  const remark = remarkText(item);
  const counts = paintCounts(padRight(countsCell(snapshot, layout), widths.counts), view);
  return [
    ` ${renderClock(snapshot.at, viewer.zone)}${paint.faint(age)}`,
    `${paintLetter(snapshot, view)}  ${paint.faint(project)}${padRight(path, widths.path)}`,
    counts,
    authoredText(item, remark, widths, view),
  ].join("  ");
}

/** Version, author and remark; without agents, only the version and the remark. */
function authoredText(
  item: ListedVersion,
  remark: string,
  { id, author }: Widths,
  { paint }: View,
): string {
  const name = `v${item.snapshot.id}`;
  const column = author === 0 ? "" : `  ${padRight(authorCell(item), author)}`;
  const blanks = column === "" ? "" : " ".repeat(id - name.length);
  const rest = `${column}${remark === "" ? "" : `  ${remark}`}`.trimEnd();
  return `${paint.id(name)}${rest === "" ? "" : paint.faint(`${blanks}${rest}`)}`;
}

/** Who wrote it. What unf did, and what was there before, its remark says. */
function authorCell({ authors, snapshot }: ListedVersion): string {
  if (!authors.hasAgents || snapshot.cause === "baseline") return "";
  const author = authors.of(snapshot);
  return author.type === "unf" ? "" : authorText(author);
}

/** Tab-separated: instant, letter, version, added, removed, author, remark, path, for a rename the old path, for a departure the new one. */
function plainVersion(item: ListedVersion, layout: LogLayout, view: View): string {
  const { snapshot } = item;
  const { counts } = snapshot;
  return [
    renderLocalIso(snapshot.at, view.viewer.zone),
    eventLetter(snapshot.event),
    `v${snapshot.id}`,
    counts === null ? "-" : `+${counts.added}`,
    counts === null ? "-" : `-${counts.removed}`,
    authorText(item.authors.of(snapshot)),
    remarkText(item) || "-",
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
    escapeForDisplay(snapshot.path),
    ...(snapshot.renamedFrom === null ? [] : [escapeForDisplay(snapshot.renamedFrom)]),
    ...(item.renamedTo === undefined ? [] : [escapeForDisplay(item.renamedTo.path)]),
  ].join("\t");
}

function markLine(mark: ListedMark, layout: LogLayout, view: View): string {
  switch (mark.kind) {
    case "gap":
      return gapLine(mark, layout, view);
    case "burst":
      return burstLine(mark, layout, view);
    case "checkpoint":
      return checkpointLine(mark, layout, view);
    case "handover": {
      const name = layout.projectName?.(mark);
      return handoverLine(mark, name === undefined ? "" : ` (${name})`, view);
    }
    case "turn":
      return turnLine(mark, layout, view);
  }
}

function plainMark(mark: ListedMark, layout: LogLayout, view: View): string {
  switch (mark.kind) {
    case "gap":
      return plainGap(mark, layout, view);
    case "burst":
      return plainBurst(mark, layout, view);
    case "checkpoint":
      return plainCheckpoint(mark, layout, view);
    case "handover":
      return plainHandover(
        mark,
        layout.projectName === undefined ? [] : [layout.projectName(mark)],
        view,
      );
    case "turn":
      return plainTurn(mark, layout, view);
  }
}

function gapLine({ gap, project }: ListedGap, layout: LogLayout, view: View): string {
  const { signs, viewer, paint } = view;
  const from = renderClock(gap.from, viewer.zone);
  const to = renderClock(gap.to, viewer.zone);
  const isSameDay = renderDayHeading(gap.from, viewer) === renderDayHeading(gap.to, viewer);
  const span = `${isSameDay ? "" : `${renderDayHeading(gap.from, viewer)} `}${from}${signs.dash}${to}`;
  const name = layout.projectName?.({ kind: "gap", gap, project });
  const text = `recording gap ${span} ${gapReason(gap)}${name === undefined ? "" : ` (${name})`}`;
  return paint.warning(` ${signs.rule} ${text} ${signs.rule}`);
}

function plainGap(item: ListedGap, layout: LogLayout, { viewer }: View): string {
  const { gap } = item;
  return [
    renderLocalIso(gap.to, viewer.zone),
    "gap",
    `since ${renderLocalIso(gap.from, viewer.zone)}`,
    gapReason(gap),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function burstLine(item: ListedBurst, layout: LogLayout, { paint, signs }: View): string {
  const name = layout.projectName?.(item);
  const text = `${signs.mark} burst${name === undefined ? "" : ` (${name})`}  ${burstCounts(item.burst)}`;
  const before = `${signs.between} before it: ${paint.id(burstName(item.burst))}`;
  return ` ${paint.heading(text)} ${before}`;
}

function plainBurst(item: ListedBurst, layout: LogLayout, { viewer }: View): string {
  const { burst } = item;
  return [
    renderLocalIso(burst.to, viewer.zone),
    "burst",
    burstName(burst),
    burstCounts(burst),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function checkpointLine(item: ListedCheckpoint, layout: LogLayout, view: View): string {
  const { paint, signs, viewer } = view;
  const { checkpoint } = item;
  const age = padLeft(` ${renderAge(viewer.now - checkpoint.at)}`, 5);
  const name = layout.projectName === undefined ? "" : ` (${layout.projectName(item)})`;
  const title = paint.id(checkpointTitle(checkpoint));
  return ` ${renderClock(checkpoint.at, viewer.zone)}${paint.faint(age)}  ${signs.mark}  checkpoint${name} ${title}`;
}

function plainCheckpoint(item: ListedCheckpoint, layout: LogLayout, { viewer }: View): string {
  const { checkpoint } = item;
  return [
    renderLocalIso(checkpoint.at, viewer.zone),
    "checkpoint",
    checkpointId(checkpoint),
    escapeForDisplay(labelOf(checkpoint) ?? "-"),
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function turnLine(item: ListedTurn, layout: LogLayout, view: View): string {
  const { paint, signs, viewer } = view;
  const { turn, touched } = item.report;
  const age = padLeft(` ${renderAge(viewer.now - turn.startedAt)}`, 5);
  const name = layout.projectName === undefined ? "" : ` (${layout.projectName(item)})`;
  const label = labelText(turn.label);
  const title = `turn${name} ${paint.id(turnName(turn.id))}${label === "" ? "" : ` ${label}`}`;
  const sums = `${countOf(touched.files.length, "file")} ${sumText(touched)}`;
  return ` ${renderClock(turn.startedAt, viewer.zone)}${paint.faint(age)}  ${signs.rule} ${title} ${signs.rule} ${sums}`;
}

function plainTurn(item: ListedTurn, layout: LogLayout, { viewer }: View): string {
  const { turn, agent } = item.report;
  return [
    renderLocalIso(turn.startedAt, viewer.zone),
    "turn",
    turnName(turn.id),
    `${agent === null ? "" : `${escapeForDisplay(agent)} `}${turn.session}`,
    labelText(turn.label) || "-",
    ...(layout.projectName === undefined ? [] : [layout.projectName(item)]),
  ].join("\t");
}

function instantOf(item: Item): Snapshot["at"] {
  return item.kind === "version" ? item.snapshot.at : endOf(item);
}

const barMax = 20;

function countsCell({ counts }: Snapshot, layout: LogLayout): string {
  const text = countsText(counts);
  if (!layout.hasBars || counts === null) return text;
  const lines = counts.added + counts.removed;
  const scale = lines > barMax ? barMax / lines : 1;
  // A side that is not zero keeps at least one sign.
  const signsFor = (count: number) => (count === 0 ? 0 : Math.max(1, Math.round(count * scale)));
  return `${text} ${"+".repeat(signsFor(counts.added))}${"-".repeat(signsFor(counts.removed))}`.trimEnd();
}

function paintCounts(cell: string, { paint }: View): string {
  return cell
    .replace(/\+[+0-9]*/g, (text) => paint.added(text))
    .replace(/-[-0-9]*/g, (text) => paint.removed(text));
}

function paintLetter({ event }: Snapshot, { paint }: View): string {
  const letter = eventLetter(event);
  if (event === "create") return paint.added(letter);
  return event === "delete" ? paint.removed(letter) : letter;
}
