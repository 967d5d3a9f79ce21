import type { ListedDeletion } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import { authorText } from "../authors/author-text.ts";
import { countOf, padLeft, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { type DeletedTogether, groupDeleted } from "./group-deleted.ts";

/** How the list is shown on a terminal. */
interface DeletedShowing {
  readonly isByFile: boolean;
  readonly linesMax: number;
  /** True when nothing is left in a directory. */
  readonly isGone: (directory: RelPath) => boolean;
}

/**
 * One line per file, or per directory that went, under the day it was deleted; for a pipe one record with
 * tabs for each file. `isByFile`: on a terminal, too.
 */
export function* renderDeleted(
  listed: readonly ListedDeletion[],
  { isByFile, linesMax, isGone }: DeletedShowing,
  view: View,
): Generator<string> {
  const { terminal, viewer, paint } = view;
  if (!terminal.isForPerson) {
    for (const one of listed) yield plainLine(one, view);
    return;
  }
  const all = isByFile ? listed : groupDeleted(listed, isGone);
  const lines = all.slice(0, linesMax);
  const longest = widest(lines.map(nameOf));
  const digits = widest(lines.map(numbersOf));
  const beside = fixedWidth + digits + widest(lines.map(lastOf)) + widest(lines.map(whoOf));
  const width = Math.min(longest, Math.max(12, (terminal.width ?? 80) - beside));
  let day = "";
  for (const one of lines) {
    const { deletion } = ("file" in one ? one : one.listed[0]).file;
    const heading = renderDayHeading(deletion.at, viewer);
    if (heading !== day) yield paint.heading(heading);
    day = heading;
    yield "file" in one
      ? deletionLine(one, { digits, path: width }, view)
      : groupLine(one, { digits, path: width }, view);
  }
  if (all.length > lines.length) yield paint.faint(`and ${all.length - lines.length} more lines`);
  if (listed.length > 0)
    yield paint.faint("bring back: unf deleted --restore <numbers, path or all>");
}

function nameOf(one: ListedDeletion | DeletedTogether): string {
  return escapeForDisplay("file" in one ? one.file.path : `${one.directory}/`);
}

function numbersOf(one: ListedDeletion | DeletedTogether): string {
  if ("file" in one) return String(one.file.number);
  return `${one.listed[0].file.number}-${one.listed.at(-1)?.file.number}`;
}

function groupLine(
  group: DeletedTogether,
  { digits, path }: { readonly digits: number; readonly path: number },
  { viewer, paint, signs }: View,
): string {
  const [first] = group.listed;
  const { at } = first.file.deletion;
  const lost = group.listed.filter(({ isKept }) => !isKept).length;
  const remark = lost === 0 ? "" : `  ${paint.bad(`${countOf(lost, "content")} lost or not kept`)}`;
  const who = whoOf(group);
  return [
    ` ${padLeft(numbersOf(group), digits)}`,
    `${renderClock(at, viewer.zone)} ${paint.faint(padLeft(renderAge(viewer.now - at), 4))}`,
    padRight(shortenPath(nameOf(group), path, signs.ellipsis), path),
    `${padLeft(countOf(group.listed.length, "file"), 10)}${paint.faint(who)}${remark}`,
  ].join("  ");
}

/** Clock, age and lines beside the path, and the blanks between all that stands there. */
const fixedWidth = 34;

/** The last version, which a directory that went has not. */
function lastOf(one: ListedDeletion | DeletedTogether): string {
  if (!("file" in one)) return "";
  return one.file.last === undefined ? "-" : `v${one.file.last.id}`;
}

/** The author of the deletion with blanks before; empty where there is nobody to tell apart. */
function whoOf(one: ListedDeletion | DeletedTogether): string {
  const { authors, file } = "file" in one ? one : one.listed[0];
  return authors.hasAgents ? `  ${authorText(authors.of(file.deletion))}` : "";
}

function deletionLine(
  listed: ListedDeletion,
  { digits, path }: { readonly digits: number; readonly path: number },
  { viewer, paint, signs }: View,
): string {
  const { file, isKept } = listed;
  const { number, deletion, last } = file;
  const age = padLeft(renderAge(viewer.now - deletion.at), 4);
  const name = shortenPath(escapeForDisplay(file.path), path, signs.ellipsis);
  const lines = last?.counts ? countOf(last.counts.lines, "line") : "";
  const missing =
    last?.withheld === true ? paint.faint("content not kept") : paint.bad("content lost");
  const older = file.isThinned ? `  ${paint.faint("its last content is no longer kept")}` : "";
  const remark = isKept ? older : `  ${missing}`;
  return [
    ` ${padLeft(String(number), digits)}`,
    `${renderClock(deletion.at, viewer.zone)} ${paint.faint(age)}`,
    padRight(name, path),
    padLeft(lines, 10),
    `${paint.id(lastOf(listed))}${paint.faint(whoOf(listed))}${remark}`,
  ].join("  ");
}

/**
 * Tab-separated: number, instant, last version or `-`, author of the deletion, `lost`, `withheld`,
 * `thinned` or `-`, path.
 */
function plainLine({ file, isKept, authors }: ListedDeletion, { viewer }: View): string {
  const { number, deletion, last, path } = file;
  return [
    number,
    renderLocalIso(deletion.at, viewer.zone),
    last === undefined ? "-" : `v${last.id}`,
    authorText(authors.of(deletion)),
    remarkOf({ file, isKept }),
    escapeForDisplay(path),
  ].join("\t");
}

function remarkOf({ file, isKept }: Pick<ListedDeletion, "file" | "isKept">): string {
  if (!isKept) return file.last?.withheld === true ? "withheld" : "lost";
  return file.isThinned ? "thinned" : "-";
}
