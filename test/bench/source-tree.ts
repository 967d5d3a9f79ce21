import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A tree of files that look like sources. The same seed gives the same tree. */
export interface SourceTree {
  readonly root: string;
  /** Paths below the root. */
  readonly files: readonly string[];
  readonly directories: number;
  readonly bytes: number;
  readonly medianBytes: number;
  /** Rewrites the first `count` files in place, each with a few lines changed; a new content for each `version`. */
  rewrite(count: number, version: number): void;
}

const medianBytes = 3500;
const filesPerDirectory = 12;
const depthMax = 7;
const extensions = ["ts", "ts", "js", "py", "md", "json", "css", "go", "rs", "c"];
const words =
  "account batch cart client column cursor event field frame group index input item label layer line list model name node order page panel parser path point query range reader record report request result route row rule scope section select session shape slice source state step store stream style table target task text theme token total tree unit user value vector view watch widget window worker writer zone".split(
    " ",
  );

/** Writes a tree of `count` files below `root`, which must exist. */
export function growTree(root: string, count: number, seed: number): SourceTree {
  const below = randomBelow(seed);
  const text = sourceText(below);
  const directories = growDirectories(root, Math.ceil(count / filesPerDirectory), below);
  const pieces: Piece[] = [];
  for (let n = 0; n < count; n += 1) {
    const directory = directories[below(directories.length)] ?? "";
    const name = `${word(below)}-${n}.${extensions[below(extensions.length)]}`;
    const size = Math.min(Math.max(40, Math.round(medianBytes * Math.exp(normal(below)))), 120_000);
    pieces.push({ path: join(directory, name), start: below(text.length - size), size });
  }
  for (const piece of pieces) writeFileSync(join(root, piece.path), contentOf(text, piece, 0));
  const sizes = pieces.map(({ size }) => size).sort((a, b) => a - b);
  return {
    root,
    files: pieces.map(({ path }) => path),
    directories: directories.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    medianBytes: sizes[sizes.length >> 1] ?? 0,
    rewrite: (some, version) => {
      for (const piece of pieces.slice(0, some)) {
        writeFileSync(join(root, piece.path), contentOf(text, piece, version));
      }
    },
  };
}

interface Piece {
  readonly path: string;
  readonly start: number;
  readonly size: number;
}

/** A slice of the text with a line of its own at the top and another in the middle. */
function contentOf(text: Buffer, { path, start, size }: Piece, version: number): Buffer {
  const middle = start + (size >> 1);
  return Buffer.concat([
    Buffer.from(`// ${path} version ${version}\n`),
    text.subarray(start, middle),
    Buffer.from(`\n  const edited = ${version};\n`),
    text.subarray(middle, start + size),
  ]);
}

/** 2 MiB of indented lines of words and signs. */
function sourceText(below: (limit: number) => number): Buffer {
  const lines: string[] = [];
  for (let bytes = 0; bytes < 2 ** 21; ) {
    const indent = "  ".repeat(below(5));
    const parts = Array.from({ length: 2 + below(7) }, () => word(below));
    const line = `${indent}${parts.join(below(3) === 0 ? "." : " ")}${below(4) === 0 ? "(" : ";"}\n`;
    lines.push(line);
    bytes += line.length;
  }
  return Buffer.from(lines.join(""));
}

function growDirectories(root: string, count: number, below: (limit: number) => number): string[] {
  const directories = [""];
  while (directories.length < count) {
    const parent = directories[below(directories.length)] ?? "";
    if (parent.split("/").length > depthMax) continue;
    const directory = join(parent, `${word(below)}-${directories.length}`);
    mkdirSync(join(root, directory));
    directories.push(directory);
  }
  return directories;
}

function word(below: (limit: number) => number): string {
  return words[below(words.length)] ?? "word";
}

/** Standard normal, by adding up twelve evenly distributed numbers. */
function normal(below: (limit: number) => number): number {
  let sum = 0;
  for (let n = 0; n < 12; n += 1) sum += below(1_000_000) / 1_000_000;
  return sum - 6;
}

/** Pseudo-random whole numbers below a limit (mulberry32). */
export function randomBelow(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}
