import type { WallMs } from "@unf/core/base";
import { displayWidth, escapeForDisplay, takeLeft, takeRight } from "@unf/core/query";
import { renderClock, renderLocalDate } from "@unf/core/time";
import { activityOf, renderActivity } from "./activity.ts";
import { drawDialog, hintOfDialog } from "./draw-dialog.ts";
import { hasFiles, instantOf, isHappening, type ListLine } from "./entries.ts";
import type { Frame, Look, Put, Span, Viewing } from "./frame.ts";
import { layoutOf, type Pane } from "./layout.ts";
import { linesOf } from "./lines.ts";
import type { ScreenState } from "./state.ts";
import { remarkOf, signOf, textOfLine } from "./words.ts";

/** All rows of the screen. */
export function drawScreen(state: ScreenState, viewing: Viewing): Frame {
  const { columns, rows } = state;
  const frame: Span[][] = Array.from({ length: rows }, () => []);
  const put = (row: number, span: Span): void => {
    const shown = viewing.isAscii ? asciiOnly(span.text) : span.text;
    const text = takeLeft(shown, columns - span.column);
    if (row < rows && text !== "") frame[row]?.push({ ...span, text });
  };
  const lines = linesOf(state);
  put(0, {
    column: 0,
    text: padded(titleOf(state, viewing), columns),
    look: state.trouble ? "alarm" : "bar",
  });
  put(1, { column: 0, text: drawActivity(state, viewing), look: "faint" });
  drawPanes(state, viewing, lines, put);
  const message = messageOf(state, lines.length);
  const rest = restOf(message.text, columns);
  put(rows - 2, message);
  const hint = state.dialog === undefined ? hintOf(state) : hintOfDialog(state.dialog, state);
  // A failure and the way out of it are worth more than the keys.
  put(
    rows - 1,
    rest === "" ? { column: 0, text: hint, look: "faint" } : { ...message, text: rest },
  );
  if (state.dialog !== undefined) drawDialog(state, put);
  return frame;
}

/** A terminal that knows no more than ASCII would make some signs of each other character: it gets as many as it has columns. */
function asciiOnly(text: string): string {
  return text.replaceAll(/[^\p{ASCII}]/gu, (sign) => "?".repeat(displayWidth(sign)));
}

function drawPanes(
  state: ScreenState,
  viewing: Viewing,
  lines: readonly ListLine[],
  put: Put,
): void {
  const { list, detail, isWide } = layoutOf(state);
  const bar = viewing.isAscii ? "|" : "│";
  for (let row = 0; row < list.rows; row += 1) {
    const line = lines[state.top + row];
    if (line !== undefined)
      drawLine(state, viewing, { line, index: state.top + row, pane: list, row }, put);
  }
  if (lines.length === 0 && list.rows > 0) {
    put(list.row, { column: 1, text: emptyText(state), look: "faint" });
  }
  if (isWide) {
    for (let row = 0; row < detail.rows; row += 1) {
      put(detail.row + row, { column: list.columns, text: bar, look: "faint" });
    }
  } else if (list.rows > 0 && detail.rows > 0 && state.detail !== undefined) {
    const rule = (viewing.isAscii ? "-" : "─").repeat(state.columns);
    put(detail.row - 1, { column: 0, text: rule, look: "faint" });
  }
  drawDetail(state, detail, put);
}

function emptyText({ entries, filter, source }: ScreenState): string {
  if (entries === undefined) return "reading...";
  if (filter !== "") return "nothing here is like that";
  if (source.kind === "deleted") return "nothing was deleted within a week";
  return source.kind === "search"
    ? "no line was ever like that"
    : "nothing is recorded yet: what is saved appears here";
}

interface PlacedLine {
  readonly line: ListLine;
  readonly index: number;
  readonly pane: Pane;
  readonly row: number;
}

function drawLine(
  state: ScreenState,
  viewing: Viewing,
  { line, index, pane, row }: PlacedLine,
  put: Put,
): void {
  const { listing, isInside } = line;
  const isHere = index === state.at;
  const isFolded = !isInside && isHappening(listing) && hasFiles(listing);
  const sign = isFolded ? (state.open.has(line.key) ? "v" : ">") : signOf(line);
  // A file has the instant of its entry, which stands above it.
  const instant = isInside ? " ".repeat(10) : `${instantText(instantOf(listing), viewing)} `;
  const head = `${isHere ? ">" : " "}${instant}${sign} `;
  const remark = remarkOf(line);
  // A remark that leaves no room for a name is left out.
  const tail = displayWidth(remark) > pane.columns / 2 ? "" : remark;
  const room = Math.max(
    0,
    pane.columns - displayWidth(head) - (tail === "" ? 0 : displayWidth(tail) + 1),
  );
  const isPath = isInside || listing.kind === "deleted" || !isFolded;
  const text = shorten(textOfLine(line), room, isPath ? "middle" : "end");
  const whole = `${head}${padded(text, room)}${tail === "" ? "" : ` ${tail}`}`;
  put(pane.row + row, {
    column: pane.column,
    text: takeLeft(whole, pane.columns),
    look: isHere && state.focus === "list" ? "selected" : lookOf(line),
  });
}

function lookOf({ listing, file, isInside, more }: ListLine): Look {
  if (listing.kind === "gap") return "alarm";
  if (listing.kind === "checkpoint") return "hunk";
  if (more !== undefined) return "faint";
  const isFile = isInside || (isHappening(listing) && !hasFiles(listing));
  if (isFile && file?.kind === "delete") return "removed";
  if (isFile && file?.kind === "create") return "added";
  return isHappening(listing) && !isFile ? "bold" : "plain";
}

function drawDetail({ detail, focus }: ScreenState, pane: Pane, put: Put): void {
  if (detail === undefined) return;
  for (let row = 0; row < pane.rows; row += 1) {
    const line = detail.lines[detail.top + row];
    if (line === undefined) break;
    const text = takeLeft(line.text, pane.columns - 1);
    put(pane.row + row, { column: pane.column, text, look: line.look });
  }
  if (focus !== "detail" || pane.rows === 0) return;
  const shown = Math.min(detail.lines.length, detail.top + pane.rows);
  const place = ` ${shown}/${detail.lines.length} `;
  put(pane.row, {
    column: Math.max(0, pane.column + pane.columns - place.length),
    text: place,
    look: "selected",
  });
}

function titleOf(state: ScreenState, viewing: Viewing): string {
  const { columns, directory, root, scope, only, source, trouble } = state;
  const place =
    scope === "all" || root === undefined
      ? "all projects"
      : viewing.shortenHome(scope === "directory" ? (directory ?? root) : root);
  const what =
    source.kind === "deleted"
      ? "deleted"
      : source.kind === "search"
        ? `search: ${source.text}`
        : "";
  const narrowed = [
    what,
    only.author === undefined ? "" : `by ${only.author.name}`,
    only.file === undefined ? "" : only.file.path,
    only.session === undefined ? "" : `session ${only.session}`,
  ].filter((text) => text !== "");
  // Loud where nothing is recorded; there is other trouble, too.
  const head = trouble ? ` ${trouble.replace(/^not recording/, "NOT RECORDING")} ` : " unf ";
  const half = Math.floor(columns / 2);
  const parts = [
    shorten(escapeForDisplay(place), half, "middle"),
    `[${scope}]`,
    ...narrowed.map(escapeForDisplay),
  ].join("  ");
  // The place stays in view, and of a trouble that there is one.
  const room = Math.max(loudest.length, columns - displayWidth(parts) - 1);
  return `${shorten(head, room, "end")} ${parts}`;
}

const loudest = " NOT RECORDING..";

/** How much happened when, between the ends of the time that it is about. */
function drawActivity(state: ScreenState, viewing: Viewing): string {
  const span = activityOf(state);
  if (span === undefined) return "";
  const [left, right] = [instantText(span.from, viewing), instantText(span.to, viewing)];
  const room = state.columns - left.length - right.length - 4;
  if (room < 8) return ` ${left} to ${right}`;
  return ` ${left} ${renderActivity(span, room, viewing.isAscii)} ${right}`;
}

/** The clock of today, the day of before. Always 8 columns. */
function instantText(at: number, { now, zone }: Pick<Viewing, "now" | "zone">): string {
  const day = renderLocalDate(at as WallMs, zone);
  const isToday = day === renderLocalDate(now as WallMs, zone);
  return isToday ? renderClock(at as WallMs, zone) : day.slice(2, 10);
}

/** The part of a message that its row has no room for. */
function restOf(text: string, columns: number): string {
  return displayWidth(text) <= columns
    ? ""
    : text.slice(takeLeft(text, columns).length).trimStart();
}

function messageOf(
  { dialog, message, filter, readOnly, at, next }: ScreenState,
  length: number,
): Span {
  if (dialog?.kind === "input") {
    const asks = { filter: "/", search: "search: ", checkpoint: "checkpoint called: " }[
      dialog.asks
    ];
    return { column: 0, text: `${asks}${escapeForDisplay(dialog.text)}_`, look: "bold" };
  }
  if (message !== undefined) {
    return {
      column: 0,
      text: escapeForDisplay(message.text),
      look: message.isFailure ? "removed" : "bold",
    };
  }
  const place = length === 0 ? "" : `${at + 1}/${length}${next === null ? "" : "+"}`;
  const more = [
    place,
    filter === "" ? "" : `filter: ${escapeForDisplay(filter)}`,
    readOnly === undefined ? "" : "read-only",
  ];
  return { column: 0, text: more.filter((text) => text !== "").join("  "), look: "faint" };
}

/** The keys that matter most where it is, as many as there is room for. */
function hintOf({ focus, readOnly, columns }: ScreenState): string {
  const changes = readOnly === undefined ? changing : [];
  const where: Hint = focus === "detail" ? ["Esc list", 2] : ["Enter open", 2];
  const all = [where, ...looking, ...changes, ...leaving];
  let room = columns;
  const shown = new Set<string>();
  for (const [text] of all.toSorted(([, a], [, b]) => a - b)) {
    room -= text.length + (shown.size === 0 ? 0 : between.length);
    if (room < 0) break;
    shown.add(text);
  }
  return all.flatMap(([text]) => (shown.has(text) ? [text] : [])).join(between);
}

const between = "  ";

/** A key, and how many others matter more. */
type Hint = readonly [text: string, rank: number];

const looking: readonly Hint[] = [
  ["Space diff/content", 7],
  ["Tab scope", 8],
  ["/ filter", 4],
];

const changing: readonly Hint[] = [
  ["r restore", 3],
  ["o oops", 5],
  ["u undo", 6],
  ["c checkpoint", 9],
];

const leaving: readonly Hint[] = [
  ["? keys", 0],
  ["q quit", 1],
];

function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** Leaves out the end of a text, or the middle of a path, whose name says most. */
function shorten(text: string, columns: number, where: "middle" | "end"): string {
  if (displayWidth(text) <= columns) return text;
  const room = Math.max(0, columns - 2);
  if (where === "end") return `${takeLeft(text, room)}..`;
  const tail = takeRight(text, Math.ceil((room * 2) / 3));
  return `${takeLeft(text, room - displayWidth(tail))}..${tail}`;
}
