import { largest, padRight, shortenText, widest } from "./columns.ts";
import type { View } from "./view.ts";

/** How a column is coloured. */
type Colour = (text: string) => string;

/** The column that gives way where the lines are wider than the terminal. */
interface Yielding extends Pick<View, "terminal" | "signs"> {
  readonly column: number;
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

/** Narrower than this no text says anything. */
const textMin = 12;

function fit(rows: readonly (readonly string[])[], { column, terminal, signs }: Yielding) {
  const { width } = terminal;
  if (width === undefined) return rows;
  const others = largest(rows.map((row) => row.length));
  const rest = Array.from({ length: others }, (_, n) =>
    n === column ? 0 : widest(rows.map((row) => row[n] ?? "")),
  ).filter((one) => one > 0);
  const room = Math.max(textMin, width - 1 - rest.reduce((sum, one) => sum + one + 2, 0));
  return rows.map((row) =>
    row.map((text, n) => (n === column ? shortenText(text, room, signs.ellipsis) : text)),
  );
}

const asIs: Colour = (text) => text;
