import type { ListedDeletion } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderAge, renderClock, renderDayHeading, renderLocalIso } from "@unf/core/time";
import { authorText } from "../authors/author-text.ts";
import { countOf, padLeft, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** One line per file, under the day it was deleted; for a pipe one record with tabs. */
export function* renderDeleted(listed: readonly ListedDeletion[], view: View): Generator<string> {
  const { terminal, viewer, paint } = view;
  if (!terminal.isForPerson) {
    for (const one of listed) yield plainLine(one, view);
    return;
  }
  const longest = widest(listed.map(({ file }) => escapeForDisplay(file.path)));
  const width = Math.min(longest, Math.max(20, (terminal.width ?? 80) - fixedWidth));
  const digits = String(listed.at(-1)?.file.number ?? 0).length;
  let day = "";
  for (const one of listed) {
    const heading = renderDayHeading(one.file.deletion.at, viewer);
    if (heading !== day) yield paint.heading(heading);
    day = heading;
    yield deletionLine(one, { digits, path: width }, view);
  }
  if (listed.length > 0) yield paint.faint("bring back: unf deleted --restore <numbers>");
}

/** Number, clock, age, lines and version beside the path. */
const fixedWidth = 48;

function deletionLine(
  { file, isKept, authors }: ListedDeletion,
  { digits, path }: { readonly digits: number; readonly path: number },
  { viewer, paint, signs }: View,
): string {
  const { number, deletion, last } = file;
  const age = padLeft(renderAge(viewer.now - deletion.at), 4);
  const name = shortenPath(escapeForDisplay(file.path), path, signs.ellipsis);
  const lines = last?.counts ? countOf(last.counts.lines, "line") : "";
  const who = authors.hasAgents ? `  ${paint.faint(authorText(authors.of(deletion)))}` : "";
  const missing =
    last?.withheld === true ? paint.faint("content not kept") : paint.bad("content lost");
  const older = file.isThinned ? `  ${paint.faint("its last content is no longer kept")}` : "";
  const remark = isKept ? older : `  ${missing}`;
  return [
    ` ${padLeft(String(number), digits)}`,
    `${renderClock(deletion.at, viewer.zone)} ${paint.faint(age)}`,
    padRight(name, path),
    padLeft(lines, 10),
    `${paint.id(last === undefined ? "-" : `v${last.id}`)}${who}${remark}`,
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
