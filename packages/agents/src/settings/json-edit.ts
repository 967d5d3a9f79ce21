import type { Node } from "jsonc-parser";
import { type JsonDocument, type Span, spanOf } from "./json-document.ts";

// Every insertion leaves a trace by which its removal is known to be exact:
// - into an empty container the child follows its bracket after exactly one blank; no container that
//   is made anew begins like that, so what was empty before stays when it is empty again;
// - behind a trailing comma the child has one too, and only there.
// White space between the token before a child and the child itself is always part of the insertion.

/** A value or `"name": value` to be written. */
export interface Child {
  readonly name?: string;
  readonly value: unknown;
}

/** Adds a child behind the last one of an object or array. Everything else stays as it is. */
export function insertLast(document: JsonDocument, container: Node, child: Child): string {
  const { text } = document;
  const last = container.children?.at(-1);
  const layout = layoutOf(document, container, last);
  const rendered = renderChild(child, layout);
  if (last === undefined) return splice(text, container.offset + 1, ` ${rendered}`);
  const { end } = spanOf(last);
  const trailing = commaWithin(document, { start: end, end: spanOf(container).end });
  const at = endOfLineTrivia(document, trailing === undefined ? end : trailing + 1);
  const comma = trailing === undefined ? "" : ",";
  const added = splice(text, at, `${layout.gap}${rendered}${comma}`);
  return trailing === undefined ? splice(added, end, ",") : added;
}

/** Takes away what `insertLast` added; or any other child, with its comma. */
export function removeChild(document: JsonDocument, container: Node, child: Node): string {
  const { text } = document;
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const { start, end } = spanOf(child);
  const following = commaWithin(document, {
    start: end,
    end: children[index + 1]?.offset ?? spanOf(container).end,
  });
  const before = children[index - 1];
  const preceding =
    before === undefined
      ? undefined
      : commaWithin(document, { start: spanOf(before).end, end: start });
  const comma = following ?? preceding;
  const from = startOfGap(document, { start, end }, following);
  const cuts = [{ start: from, end }];
  if (comma !== undefined) cuts.push({ start: comma, end: comma + 1 });
  return cut(text, cuts);
}

/** True when the container was empty before its first child was inserted. */
export function wasEmpty({ text }: JsonDocument, container: Node): boolean {
  const first = container.children?.[0];
  return first !== undefined && text.slice(container.offset + 1, first.offset) === " ";
}

/** JSON on several lines, as a new file has it. */
export function renderNewDocument(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

interface Layout {
  /** The text between a child and whatever precedes it. */
  readonly gap: string;
  /** White space at the start of the child's line; `undefined` when all is on one line. */
  readonly indent: string | undefined;
  readonly unit: string;
  readonly newline: string;
}

function layoutOf(document: JsonDocument, container: Node, last: Node | undefined): Layout {
  const { text, root } = document;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = indentUnit(document);
  const outer = indentAt(text, container.offset).indent;
  const isOnOneLine =
    root.children?.length !== 0 && !text.slice(root.offset, spanOf(root).end).includes("\n");
  if (last === undefined) {
    return { gap: " ", indent: isOnOneLine ? undefined : outer + unit, unit, newline };
  }
  const own = indentAt(text, last.offset);
  const hasLines =
    own.isFirst || text.slice(spanOf(last).end, spanOf(container).end).includes("\n");
  if (!hasLines) return { gap: " ", indent: isOnOneLine ? undefined : outer, unit, newline };
  const indent = own.isFirst ? own.indent : outer + unit;
  return { gap: newline + indent, indent, unit, newline };
}

function renderChild({ name, value }: Child, { indent, unit, newline }: Layout): string {
  const isOnOneLine = indent === undefined;
  const text = isOnOneLine
    ? JSON.stringify(value)
    : JSON.stringify(value, undefined, unit).replaceAll("\n", newline + indent);
  if (name === undefined) return text;
  return `${JSON.stringify(name)}:${isOnOneLine ? "" : " "}${text}`;
}

/** The indentation of one level: that of the first property; else two blanks. */
function indentUnit({ text, root }: JsonDocument): string {
  const first = root.children?.[0];
  if (first === undefined) return "  ";
  const { isFirst, indent } = indentAt(text, first.offset);
  const outer = indentAt(text, root.offset).indent;
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : indent;
  return isFirst && unit !== "" ? unit : "  ";
}

/** The white space at the start of the line of an offset, and whether nothing else stands before it. */
function indentAt(text: string, offset: number): { isFirst: boolean; indent: string } {
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const indent = /^[ \t]*/.exec(before)?.[0] ?? "";
  return { isFirst: indent.length === before.length, indent };
}

/** Behind the comments that follow on the same line: they belong to what stands before them. */
function endOfLineTrivia({ text, comments }: JsonDocument, from: number): number {
  let at = from;
  for (const { start, end } of comments) {
    if (start >= at && /^[ \t]*$/.test(text.slice(at, start))) at = end;
  }
  return at;
}

/** Where the white space before a child begins; the child itself where that ends a line comment. */
function startOfGap(document: JsonDocument, child: Span, comma: number | undefined): number {
  const { text, comments } = document;
  const ending = comments.findLast(({ end }) => end <= child.start);
  // The blanks at the end of a line comment are its own.
  const gap = Math.max(text.slice(0, child.start).trimEnd().length, ending?.end ?? 0);
  const isLineComment = ending?.end === gap && text.startsWith("//", ending.start);
  const rest = text.slice(comma === child.end ? child.end + 1 : child.end);
  return isLineComment && !/^[ \t]*\r?\n/.test(rest) ? child.start : gap;
}

function commaWithin({ commas }: JsonDocument, { start, end }: Span): number | undefined {
  return commas.find((offset) => offset >= start && offset < end);
}

function splice(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}

function cut(text: string, spans: readonly Span[]): string {
  return [...spans]
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}
