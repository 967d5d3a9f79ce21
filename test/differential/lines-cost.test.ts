import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { countLines, diffLines } from "@unf/core/lines";
import { isLongForm } from "../kit/index.ts";
import { type Random, seededRandom } from "./lines-random.ts";

/** Only in the long form is each played so often that its times say something. */
const isLong = isLongForm("UNF_LINES");

/** Two contents and whether the default budget is enough for them. */
interface Case {
  readonly name: string;
  readonly exact: boolean;
  make(random: Random): readonly [before: readonly string[], after: readonly string[]];
}

/** The size of the largest file that is recorded unless asked otherwise. */
const largestFile = 2 * 2 ** 20;

const source = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `  const name${at} = ${at % 97};`);
const letters = (lines: number, alphabet: string, random: Random) =>
  Array.from({ length: lines }, () => alphabet[random.int(alphabet.length)] ?? "");

/** Sizes and changes people have: all exact. */
const ordinary: readonly Case[] = [
  { name: "1,000 lines, one changed", exact: true, make: () => oneChanged(1000) },
  { name: "20,000 lines, one changed", exact: true, make: () => oneChanged(20_000) },
  {
    name: "20,000 lines, half changed",
    exact: true,
    make: (random) => [source(20_000), source(20_000).map((line) => touched(line, 0.5, random))],
  },
  {
    name: "70,000 lines (2 MiB), half changed",
    exact: true,
    make: (random) => [source(70_000), source(70_000).map((line) => touched(line, 0.5, random))],
  },
  {
    name: "70,000 lines (2 MiB), a tenth gone, a tenth new",
    exact: true,
    make: (random) => [
      source(70_000),
      source(70_000).flatMap((line) => {
        if (random.chance(0.1)) return [];
        return random.chance(0.1) ? [line, `new ${random.int(1e9)}`] : [line];
      }),
    ],
  },
  {
    name: "70,000 lines (2 MiB), all others",
    exact: true,
    make: () => [source(70_000), source(70_000).map((line) => `${line}!`)],
  },
  {
    name: "one line of 2 MiB, a byte changed",
    exact: true,
    make: () => [["x".repeat(largestFile)], [`${"x".repeat(largestFile / 2)}y`]],
  },
  {
    name: "5,000 lines in another order",
    exact: true,
    make: (random) => [source(5000), shuffled(source(5000), random)],
  },
];

/** The shapes that cost most; some are over the budget and marked. */
const hostile: readonly Case[] = [
  {
    name: "70,000 lines in another order",
    exact: false,
    make: (random) => [source(70_000), shuffled(source(70_000), random)],
  },
  {
    name: "70,000 lines reversed",
    exact: false,
    make: () => [source(70_000), source(70_000).reverse()],
  },
  ...["ab", "abcde", "abcdefghijklmnopqrstuvwxyz"].map((alphabet) => ({
    name: `150,000 lines, ${alphabet.length} distinct`,
    exact: false,
    make: (random: Random) =>
      [letters(150_000, alphabet, random), letters(150_000, alphabet, random)] as const,
  })),
  {
    name: "180,000 distinct short lines in another order",
    exact: false,
    make: (random) => {
      const lines = Array.from({ length: 180_000 }, (_, at) => at.toString(36));
      return [lines, shuffled(lines, random)];
    },
  },
  {
    name: "180,000 distinct short lines, all others",
    exact: true,
    make: () =>
      [1e6, 2e6].map((first) =>
        Array.from({ length: 180_000 }, (_, at) => (first + at).toString(36)),
      ) as [string[], string[]],
  },
  {
    name: "2 MiB of newlines and half of it",
    exact: true,
    make: () => [
      new Array<string>(largestFile).fill(""),
      new Array<string>(largestFile / 2).fill(""),
    ],
  },
  {
    name: "2 MiB of two distinct lines",
    exact: false,
    make: (random) => [letters(1_000_000, "ab", random), letters(1_000_000, "ab", random)],
  },
  {
    name: "8,192 lines made to have one hash",
    exact: false,
    make: () => [collidingLines(13), collidingLines(13).reverse()],
  },
];

for (const { name, exact, make } of [...ordinary, ...hostile]) {
  test(`${name}: ${exact ? "exact" : "over the budget, and marked"}`, () => {
    const [before, after] = make(seededRandom(1)).map((lines) =>
      Buffer.from(`${lines.join("\n")}\n`),
    );
    const counts = countLines(before, after);
    assert.equal(counts.exact, exact);
    if (!isLong) {
      diffLines(before, after);
      return;
    }
    const counting = slowestOf(5, () => countLines(before, after));
    const diffing = slowestOf(2, () => diffLines(before, after));
    console.log(`${counting} ms count, ${diffing} ms diff: ${name}`);
  });
}

/**
 * The slowest of some runs, after one that warms up. Unit: milliseconds of processor time, which
 * other programs on the machine hardly change.
 */
function slowestOf(times: number, run: () => unknown): string {
  run();
  let slowest = 0;
  for (let count = 0; count < times; count++) {
    const start = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(start);
    slowest = Math.max(slowest, user + system);
  }
  return (slowest / 1000).toFixed(2).padStart(7);
}

function oneChanged(lines: number): [string[], string[]] {
  return [source(lines), source(lines).with(lines / 2, "changed")];
}

function touched(line: string, probability: number, random: Random): string {
  return random.chance(probability) ? `${line}!` : line;
}

function shuffled(lines: readonly string[], random: Random): string[] {
  const result = [...lines];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [result[at], result[other]] = [result[other] ?? "", result[at] ?? ""];
  }
  return result;
}

/** 2^blocks different lines with the same FNV-1a hash: in each place one of two colliding words. */
function collidingLines(blocks: number): string[] {
  let lines = [""];
  let state = 0x811c9dc5 | 0;
  for (let block = 0; block < blocks; block++) {
    const [one, other] = collidingWords(state);
    lines = lines.flatMap((line) => [line + one, line + other]);
    state = fnv(state, one);
  }
  return lines;
}

function collidingWords(state: number): [string, string] {
  const seen = new Map<number, string>();
  for (let number = 0; ; number++) {
    const word = (Math.imul(number, 0x9e3779b1) >>> 0).toString(36).padStart(7, "_");
    const hash = fnv(state, word);
    const other = seen.get(hash);
    if (other !== undefined) return [other, word];
    seen.set(hash, word);
  }
}

function fnv(state: number, word: string): number {
  let hash = state;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
