import { type Node, type ParseError, parse, parseTree, visit } from "jsonc-parser";

/** A stretch of a text. Offsets count UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A JSON text with comments and trailing commas, taken apart far enough to edit it in place. */
export interface JsonDocument {
  readonly text: string;
  readonly root: Node;
  /** Offsets of all commas, ascending. */
  readonly commas: readonly number[];
  readonly comments: readonly Span[];
}

/** The reading of a text: a document, nothing but white space, or broken. */
export type ParsedJson =
  | { readonly kind: "document"; readonly document: JsonDocument }
  | { readonly kind: "blank" }
  | { readonly kind: "broken" };

/** Takes a JSON text apart. `text` has no byte order mark. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === "") return { kind: "blank" };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return { kind: "broken" };
  const commas: number[] = [];
  const comments: Span[] = [];
  visit(text, {
    onSeparator: (character, offset) => {
      if (character === ",") commas.push(offset);
    },
    onComment: (start, length) => {
      comments.push({ start, end: start + length });
    },
  });
  return { kind: "document", document: { text, root, commas, comments } };
}

/** The properties of an object with this name; more than one where a text names it twice. */
export function propertiesOf(object: Node, name: string): readonly Node[] {
  return (object.children ?? []).filter((property) => property.children?.[0]?.value === name);
}

/** The value of a property. */
export function propertyValue(property: Node | undefined): Node | undefined {
  return property?.children?.[1];
}

/** Where a node stands. */
export function spanOf(node: Node): Span {
  return { start: node.offset, end: node.offset + node.length };
}

/** The value of a JSON text with comments and trailing commas; `undefined` where it has none. */
export function readJsonValue(given: string): unknown {
  const text = given.replace(/^\ufeff/, "");
  const isReadable = parseJson(text).kind === "document";
  return isReadable ? parse(text, [], { allowTrailingComma: true }) : undefined;
}
