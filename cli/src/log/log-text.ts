import {
  endOf,
  type ListedItem,
  type ListedMark,
  type ListedVersion,
  type StoryItem,
} from "@unf/answers";
import { joinPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import type { Snapshot } from "@unf/core/timeline";
import { authorText } from "../authors/author-text.ts";
import type { Chunk } from "../frame/print/answer.ts";
import {
  displayWidth,
  padLeft,
  padRight,
  shortenPath,
  shortenText,
  widest,
} from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { countsText, eventLetter } from "../frame/print/words.ts";
import { foldGaps, type ToldGap } from "./gap-text.ts";
import {
  countsOfHappening,
  endOfHappening,
  happeningTexts,
  letterOfHappening,
  remarkOfHappening,
} from "./happening-text.ts";
import type { LogLayout } from "./layout.ts";
import { markLine, plainMark } from "./mark-text.ts";
import { pathText, remarkText } from "./version-text.ts";

/** The listing as a person reads it. */
export function* renderStory(
  items: readonly StoryItem[],
  layout: LogLayout,
  view: View,
): Generator<Chunk> {
  const { items: told, folded } = foldFast(items);
  const lines = told.map((item) => ({ item, cells: cellsOf(item, layout, view) }));
  const widths = planWidths(
    lines.flatMap(({ cells }) => cells ?? []),
    view,
  );
  let day = "";
  for (const { item, cells } of lines) {
    const at = instantOf(item);
    const heading = layout.isStream ? "" : renderDayHeading(at, view.viewer);
    if (heading !== day) yield headingLine(heading, day === "" ? layout.title : "", view);
    day = heading;
    if (cells !== undefined) yield lineOf(cells, at, { widths, layout }, view);
    else if (isMark(item)) yield markLine(item, layout, view, folded.get(item));
    if (item.kind === "version") yield* layout.below(item, view);
  }
}

/** The listing for a pipe: one record a line. */
export function* renderRecords(
  items: readonly ListedItem[],
  layout: LogLayout,
  view: View,
): Generator<Chunk> {
  for (const item of items) {
    if (item.kind !== "version") {
      yield plainMark(item, layout, view);
    } else {
      yield plainVersion(item, layout, view);
      yield* layout.below(item, view);
    }
  }
}

/** The columns of a line, without colours. */
interface Cells {
  readonly letter: string;
  readonly event: Snapshot["event"] | null;
  readonly project: string;
  readonly path: string;
  /** Where the file is, if it is there. */
  readonly place: string | undefined;
  /** Said instead where that is too long. */
  readonly shorter: readonly string[];
  /** The end of the shortest of them, which is said in any case. */
  readonly end: string;
  readonly counts: string;
  readonly id: string;
  readonly author: string;
  readonly remark: string;
}

/** `undefined` for a mark, which has a line of its own kind. */
function cellsOf(item: StoryItem, layout: LogLayout, view: View): Cells | undefined {
  if (isMark(item)) return undefined;
  const version = item.kind === "happening" ? item.last : item;
  const of = {
    project: layout.projectName?.(version) ?? "",
    id: `v${version.snapshot.id}`,
    author: authorCell(version),
  };
  if (item.kind === "happening") {
    const [path, ...shorter] = happeningTexts(item, view.signs);
    return {
      ...of,
      letter: letterOfHappening(item),
      event: item.event,
      ...{ path, place: undefined, shorter, end: endOfHappening(item) },
      counts: countsOfHappening(item),
      remark: remarkOfHappening(item, view),
    };
  }
  return {
    ...of,
    letter: eventLetter(version.snapshot.event),
    event: version.snapshot.event,
    ...{ path: pathText(version, view.signs), place: placeOf(version) },
    ...{ shorter: [], end: "" },
    counts: countsCell(version.snapshot, layout),
    remark: remarkText(version),
  };
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
function planWidths(lines: readonly Cells[], view: View): Widths {
  const width = (column: Exclude<keyof Cells, "event" | "place" | "shorter" | "end">) =>
    widest(lines.map((cells) => cells[column]));
  const [project, counts, id] = [width("project"), width("counts"), width("id")];
  const [author, remark] = [width("author"), width("remark")];
  const projectWidth = project === 0 ? 0 : project + 2;
  // " 14:32:07   5m  M  " before the path, two blanks around the counts.
  const after = id + (author === 0 ? 0 : author + 2) + (remark === 0 ? 0 : remark + 2);
  const fixed = 19 + projectWidth + 2 + counts + 2 + after;
  return {
    project: projectWidth,
    counts,
    id,
    author,
    path: Math.min(width("path"), Math.max(12, (view.terminal.width ?? 80) - fixed)),
  };
}

function headingLine(heading: string, title: string, { paint, terminal }: View): string {
  const gap = Math.max(2, (terminal.width ?? 80) - displayWidth(heading) - displayWidth(title));
  return `${paint.heading(heading)}${title === "" ? "" : " ".repeat(gap) + paint.faint(title)}`;
}

function lineOf(
  cells: Cells,
  at: Snapshot["at"],
  { widths, layout }: { readonly widths: Widths; readonly layout: LogLayout },
  view: View,
): string {
  const { paint, signs, viewer } = view;
  const age = layout.isStream ? "" : padLeft(` ${renderAge(viewer.now - at)}`, 5);
  const path = fittingPath(cells, widths.path, signs.ellipsis);
  const project = padRight(cells.project, widths.project);
  const isMarked = layout.marked !== undefined && cells.id === `v${layout.marked}`;
  return [
    `${isMarked ? paint.heading(signs.here) : " "}${renderClock(at, viewer.zone)}${paint.faint(age)}`,
    `${paintLetter(cells, view)}  ${paint.faint(project)}${linked(path, cells, view)}${padRight("", widths.path - displayWidth(path))}`,
    paintCounts(padRight(cells.counts, widths.counts), view),
    authoredText(cells, widths, view),
  ].join("  ");
}

/** The longest of its texts that fits; else the shortest, cut before the end that says how many. */
function fittingPath({ path, shorter, end }: Cells, width: number, ellipsis: string): string {
  const fitting = [path, ...shorter].find((one) => displayWidth(one) <= width);
  if (fitting !== undefined) return fitting;
  const shortest = shorter.at(-1) ?? path;
  const room = width - displayWidth(end);
  const isRoom = end !== "" && room >= leastName;
  if (!isRoom) return shortenPath(shortest, width, ellipsis);
  return shortenText(shortest.slice(0, -end.length), room, ellipsis) + end;
}

/** Of a name that gives way so much is left at least. Unit: columns. */
const leastName = 6;

/** Of what was deleted then there may be another file by now. */
function placeOf({ source, snapshot: { path, event } }: ListedVersion): string | undefined {
  return event === "delete" ? undefined : joinPath(source.project.root, path);
}

function linked(text: string, { place }: Cells, { paint }: View): string {
  return place === undefined ? text : paint.link(place, text);
}

/** Version, author and remark; without agents, only the version and the remark. */
function authoredText(
  { id, author, remark }: Cells,
  widths: Pick<Widths, "id" | "author">,
  { paint }: View,
): string {
  const column = widths.author === 0 ? "" : `  ${padRight(author, widths.author)}`;
  const blanks = column === "" ? "" : " ".repeat(widths.id - id.length);
  const rest = `${column}${remark === "" ? "" : `  ${remark}`}`.trimEnd();
  return `${paint.id(id)}${rest === "" ? "" : paint.faint(`${blanks}${rest}`)}`;
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

function isMark(item: StoryItem): item is ListedMark {
  return item.kind !== "version" && item.kind !== "happening";
}

/** Gaps of files that changed too fast, one beside the other, are one line. */
function foldFast(items: readonly StoryItem[]) {
  const folded = new Map<StoryItem, ToldGap>();
  const told: StoryItem[] = [];
  for (const item of items) {
    const last = told.at(-1);
    const [both, ...more] =
      item.kind === "gap" && last?.kind === "gap" && item.project.id === last.project.id
        ? foldGaps([folded.get(last) ?? last.gap, item.gap])
        : [];
    if (last !== undefined && both !== undefined && more.length === 0) folded.set(last, both);
    else told.push(item);
  }
  return { items: told, folded };
}

function instantOf(item: StoryItem): Snapshot["at"] {
  if (item.kind === "happening") return item.last.snapshot.at;
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

function paintLetter({ letter, event }: Cells, { paint }: View): string {
  if (event === "create") return paint.added(letter);
  return event === "delete" ? paint.removed(letter) : letter;
}
