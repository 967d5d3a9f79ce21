import { largest, padRight, shortenText, widest } from "./columns.ts";
import type { View } from "./view.ts";

/** How a column is coloured. */
type Colour = (text: string) => string;

/** The column that gives way where the lines are wider than the terminal. */
interface Yielding extends Pick<View, "terminal" | "signs"> {
  readonly column: number;
  /** A column that stands below its line, in a line of its own, where the lines have no room for it. */
  readonly below?: number;
}

/**
 * Lines with their cells one below the other; columns that are empty everywhere are left out. `yielding`:
 * what is cut where a line would wrap, for each line as much as it has to.
 */
export function renderTable(
  given: readonly (readonly string[])[],
  colours: Readonly<Record<number, Colour>> = {},
  yielding?: Yielding,
): string[] {
  if (yielding?.below !== undefined && !hasRoom(given, yielding))
    return renderBelow(given, colours, { ...yielding, below: yielding.below });
  const rows = yielding === undefined ? given : fit(given, yielding);
  const count = largest(rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    widest(rows.map((row) => row[column] ?? "")),
  );
  const shown = widths.flatMap((width, column) => (width === 0 ? [] : [column]));
  return rows.map((row) => {
    const cells = shown.map((column) => {
      const text = row[column] ?? "";
      const filled = column === shown.at(-1) ? text : padRight(text, widths[column] ?? 0);
      return text === "" ? filled : (colours[column] ?? asIs)(filled);
    });
    return ` ${cells.join("  ").trimEnd()}`;
  });
}

/** True where the lines fit when the column that yields has as little room as says something. */
function hasRoom(rows: readonly (readonly string[])[], { column, terminal: { width } }: Yielding) {
  return width === undefined || othersWidth(rows, column) + textMin <= width;
}

function renderBelow(
  given: readonly (readonly string[])[],
  colours: Readonly<Record<number, Colour>>,
  yielding: Yielding & { readonly below: number },
): string[] {
  const { below, ...others } = yielding;
  const first = widest(given.map(([cell = ""]) => cell));
  const upper = given.map((row) => row.map((text, column) => (column === below ? "" : text)));
  return renderTable(upper, colours, others).map((line, n) => {
    const text = given[n]?.[below] ?? "";
    const indent = " ".repeat(first + 3);
    return text === "" ? line : `${line}\n${indent}${(colours[below] ?? asIs)(text)}`;
  });
}

/** Narrower than this no text says anything. */
const textMin = 12;

function fit(rows: readonly (readonly string[])[], { column, terminal, signs }: Yielding) {
  const { width } = terminal;
  if (width === undefined) return rows;
  const room = Math.max(textMin, width - othersWidth(rows, column));
  return rows.map((row) =>
    row.map((text, n) => (n === column ? shortenText(text, room, signs.ellipsis) : text)),
  );
}

/** The columns beside one, with the blanks between them and before the line. */
function othersWidth(rows: readonly (readonly string[])[], column: number): number {
  const count = largest(rows.map((row) => row.length));
  const rest = Array.from({ length: count }, (_, n) =>
    n === column ? 0 : widest(rows.map((row) => row[n] ?? "")),
  ).filter((one) => one > 0);
  return 1 + rest.reduce((sum, one) => sum + one + 2, 0);
}

const asIs: Colour = (text) => text;
