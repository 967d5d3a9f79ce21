import { displayWidth } from "@unf/core/query";
import type { Sink } from "./output.ts";

/**
 * Breaks what a person reads between words, where a terminal would break it in the middle of one. `columns`:
 * those of the terminal; `undefined` where there is none, and nothing is changed. What moves (the line of a
 * wait) and what a program reads pass as they are.
 */
export function wrapSink(sink: Sink, columns: () => number | undefined): Sink {
  return {
    write(content) {
      const isText =
        typeof content === "string" && !content.includes("\u001b") && !content.includes("\r");
      const width = isText && content.length >= narrowest ? columns() : undefined;
      if (!isText || width === undefined) return sink.write(content);
      sink.write(
        content
          .split("\n")
          .map((line) => wrapWords(line, width))
          .join("\n"),
      );
    },
  };
}

/** Shorter texts fit everywhere, and nobody asks for the terminal then. Unit: columns. */
const narrowest = 20;

/** Breaks one line. A path or a command to copy stays whole, however long: a terminal joins its parts. */
export function wrapWords(line: string, width: number): string {
  if (displayWidth(line) <= width || /^(?:\{"|\s+at )/.test(line)) return line;
  const lines: string[] = [];
  let open = "";
  let end = 0;
  for (const { 0: unit, index } of line.matchAll(units)) {
    const gap = line.slice(end, index);
    end = index + unit.length;
    if (open === "" || displayWidth(open) + gap.length + displayWidth(unit) <= width)
      open += gap + unit;
    else {
      lines.push(open);
      open = unit;
    }
  }
  return [...lines, open + line.slice(end)].join("\n");
}

/** Words that end a command within a sentence. */
const beyond =
  "(?:or|and|shows?|says?|names?|lists?|begins?|goes|once|to|for|first|then|is|does|where)";

/** A command of ours with its words, or any one word. */
const units = new RegExp(`(?<!\\S)unf(?: (?!${beyond}(?!\\S))[^\\s;,()]+)+[;,)]?|\\S+`, "gu");
