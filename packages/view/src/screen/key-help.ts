/** Keys and what they do, as `?` lists them. */
const keyHelp: readonly (readonly [string, string])[] = [
  ["j k, arrows", "down, up"],
  ["g G", "first, last"],
  ["PgDn PgUp, Ctrl-D Ctrl-U", "a page down, up"],
  ["Enter", "open what has files; else go to the text"],
  ["Esc, h", "back to the list; drop filters"],
  ["Space", "changes, or the whole content"],
  ["[ ]", "older, newer version of the file"],
  ["Tab", "next scope: directory, project, session, all"],
  ["/", "filter: letters in their order"],
  ["a f", "only this author, only this file"],
  ["s", "search in all that was ever there"],
  ["d", "what was deleted"],
  ["r", "restore..."],
  ["o", "oops: take an agent's turn back..."],
  ["u R", "undo, redo"],
  ["c", "set a checkpoint..."],
  ["?", "these keys"],
  ["q", "leave"],
];

/** The keys as lines of a screen: in two columns where they need no more rows then than there are. */
export function linesOfKeys({
  columns,
  rows,
}: {
  readonly columns: number;
  readonly rows: number;
}) {
  const half = Math.ceil(keyHelp.length / 2);
  if (rows >= keyHelp.length && columns >= 80)
    return keyHelp.map(([key, does]) => at(key, 26, does));
  if (rows >= half && columns >= 80) {
    const texts = keyHelp.map(([key, does]) => at(key, 12, does));
    return texts
      .slice(0, half)
      .map((text, index) => `${text.slice(0, 38).padEnd(40)}${texts[half + index] ?? ""}`);
  }
  return keyHelp.flatMap(([key, does]) => wrapped(key, does, columns - 2));
}

const at = (key: string, column: number, does: string): string => `${key.padEnd(column)} ${does}`;

/** One key, and what it does beside it on as many lines as that takes. */
function wrapped(key: string, does: string, columns: number): string[] {
  const indent = " ".repeat(10);
  const lines = key.length < indent.length ? [key.padEnd(indent.length)] : [key, indent];
  for (const word of does.split(" ")) {
    const last = lines.at(-1) ?? "";
    const isBegun = last.trim() !== "" && last.length > indent.length;
    if (!isBegun) lines[lines.length - 1] = `${last}${word}`;
    else if (last.length + word.length + 1 <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}
