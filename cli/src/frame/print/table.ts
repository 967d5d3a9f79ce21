import { largest, padRight, widest } from "./columns.ts";

/** How a column is coloured. */
type Colour = (text: string) => string;

/** Lines with their cells one below the other; columns that are empty everywhere are left out. */
export function renderTable(
  rows: readonly (readonly string[])[],
  colours: Readonly<Record<number, Colour>> = {},
): string[] {
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

const asIs: Colour = (text) => text;
