import type { Random } from "./lines-random.ts";

/** Lines with their newlines. */
export type Lines = readonly string[];

/** One realistic edit; `others` is another file to borrow lines from. */
type Edit = (lines: Lines, random: Random, others: Lines) => Lines;

export function splitLines(text: string): Lines {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `times` edits, each of a random kind at a random place. */
export function edited(lines: Lines, times: number, random: Random, others: Lines): Lines {
  let result = lines;
  for (let count = 0; count < times; count++) result = random.pick(edits)(result, random, others);
  return result;
}

/** A random run of at most `most` lines: its start and length. */
function someRun(lines: Lines, random: Random, most: number): [start: number, length: number] {
  const start = random.int(lines.length + 1);
  return [start, random.int(Math.min(most, lines.length - start) + 1)];
}

const deleteRun: Edit = (lines, random) => {
  const [start, length] = someRun(lines, random, 12);
  return lines.toSpliced(start, length);
};

const insertFromElsewhere: Edit = (lines, random, others) => {
  const [start, length] = someRun(others, random, 15);
  return lines.toSpliced(random.int(lines.length + 1), 0, ...others.slice(start, start + length));
};

const duplicateBlock: Edit = (lines, random) => {
  const [start, length] = someRun(lines, random, 25);
  return lines.toSpliced(start + length, 0, ...lines.slice(start, start + length));
};

const moveBlock: Edit = (lines, random) => {
  const [start, length] = someRun(lines, random, 60);
  const rest = lines.toSpliced(start, length);
  return rest.toSpliced(random.int(rest.length + 1), 0, ...lines.slice(start, start + length));
};

const indentBlock: Edit = (lines, random) => {
  const [start, length] = someRun(lines, random, 40);
  return lines.map((line, at) =>
    at >= start && at < start + length && line.trim() !== "" ? `  ${line}` : line,
  );
};

/** New text of the size of a function or paragraph, with the blank lines and braces all have. */
const rewriteBlock: Edit = (lines, random) => {
  const [start, length] = someRun(lines, random, 30);
  const fresh = Array.from({ length: 4 + random.int(24) }, () =>
    random.chance(0.15) ? random.pick(["\n", "}\n", "  }\n"]) : `  new ${random.int(1e9)};\n`,
  );
  return lines.toSpliced(start, length, ...fresh);
};

const renameWord: Edit = (lines, random) => {
  const word = /[A-Za-z_]{3,}/.exec(lines[random.int(lines.length)] ?? "")?.[0];
  return word === undefined ? lines : lines.map((line) => line.replaceAll(word, `${word}2`));
};

const changeSomeLines: Edit = (lines, random) => {
  const share = random.pick([0.01, 0.1, 0.4]);
  return lines.map((line) =>
    random.chance(share) ? `${line.trimEnd()} // ${random.int(9)}\n` : line,
  );
};

const dropBlankLines: Edit = (lines) => lines.filter((line) => line.trim() !== "");

const toWindowsLineEnds: Edit = (lines) => lines.map((line) => line.replace(/\r?\n$/, "\r\n"));

const toggleFinalNewline: Edit = (lines) => {
  const last = lines.at(-1);
  if (last === undefined) return ["x"];
  const changed = last.endsWith("\n") ? last.slice(0, -1) : `${last}\n`;
  return changed === "" ? lines.slice(0, -1) : lines.with(-1, changed);
};

// Often ones more often.
const edits: readonly Edit[] = [
  deleteRun,
  deleteRun,
  insertFromElsewhere,
  insertFromElsewhere,
  rewriteBlock,
  rewriteBlock,
  rewriteBlock,
  duplicateBlock,
  moveBlock,
  indentBlock,
  renameWord,
  changeSomeLines,
  dropBlankLines,
  toWindowsLineEnds,
  toggleFinalNewline,
];
