import type { Frame, Look } from "@unf/view/screen";

/** Sequences of ECMA-48 that every terminal of today knows. */
export const enter = "\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[?7l\u001b[2J";
export const leave = "\u001b[0m\u001b[?7h\u001b[?2004l\u001b[?25h\u001b[?1049l";

/** Attributes of each look, without colours and with: the sixteen that a person may have chosen. */
const attributes: Readonly<Record<Look, readonly [plain: string, coloured: string]>> = {
  plain: ["0", "0"],
  faint: ["0", "0;2"],
  bold: ["0;1", "0;1"],
  heading: ["0;1", "0;1"],
  hunk: ["0", "0;36"],
  added: ["0", "0;32"],
  removed: ["0", "0;31"],
  selected: ["0;7", "0;7"],
  alarm: ["0;1;7", "0;1;97;41"],
  bar: ["0;7", "0;7"],
  button: ["0;1", "0;1"],
};

/** One text for each row. Each span is put at its column, whatever the terminal takes for the width before it. */
export function paintRows(frame: Frame, hasColour: boolean): readonly string[] {
  return frame.map((spans) =>
    spans
      .map(({ column, text, look }) => {
        const sgr = attributes[look][hasColour ? 1 : 0];
        return `\u001b[${column + 1}G\u001b[${sgr}m${text}\u001b[0m`;
      })
      .join(""),
  );
}

/** The bytes that change one screen into the next: rows that differ, from the top; all where there was none. */
export function paintChanges(
  before: readonly string[] | undefined,
  after: readonly string[],
): string {
  return after
    .flatMap((row, index) =>
      before?.[index] === row ? [] : [`\u001b[${index + 1};1H\u001b[0m\u001b[2K${row}`],
    )
    .join("");
}
