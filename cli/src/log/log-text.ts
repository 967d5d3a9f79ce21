import { endOf, type ListedVersion } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import type { Snapshot } from "@unf/core/timeline";
import { authorText } from "../authors/author-text.ts";
import type { Chunk } from "../frame/print/answer.ts";
import { displayWidth, padLeft, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { countsText, eventLetter } from "../frame/print/words.ts";
import type { Item, LogLayout } from "./layout.ts";
import { markLine, plainMark } from "./mark-text.ts";
import { pathText, remarkText } from "./version-text.ts";

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

/**
 * The version's author. The remark tells of unf's own work, and of files that were there before.
 */
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
