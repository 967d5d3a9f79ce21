import { encodePath } from "@unf/core/base";

// Random trees, and ignore files whose patterns have a good chance to match something in them.

/** An integer from 0 to below `limit`. */
export type Random = (limit: number) => number;

/** mulberry32: the same numbers for the same seed, on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const names = [
  ..."a b ab abc foo bar foo.log a.b.c A é 日本 #h !n a[b] b* q\\ - ] Foo a-c x?".split(" "),
  "x y",
  "trail ",
  "\udc80x",
];

/** Paths of a tree, each directory with a final `/` and before what is in it. */
export function randomTree(random: Random): string[] {
  const paths: string[] = [];
  const grow = (directory: string, depth: number) => {
    const taken = new Set<string>();
    for (let count = 3 + random(5); count > 0; count -= 1) {
      const name = pick(random, names);
      if (taken.has(name)) continue;
      taken.add(name);
      const isDirectory = depth < 4 && random(7) < 3;
      paths.push(`${directory}${name}${isDirectory ? "/" : ""}`);
      if (isDirectory) grow(`${directory}${name}/`, depth + 1);
    }
  };
  grow("", 0);
  return paths.slice(0, 400);
}

/** An ignore file for a tree, without the lines that `unwanted` names. */
export function randomIgnoreFile(
  random: Random,
  paths: readonly string[],
  unwanted: (line: string) => boolean,
): Uint8Array {
  const lines = Array.from({ length: 1 + random(5) }, () => randomPattern(random, paths));
  const start = random(12) === 0 ? "\u{feff}" : "";
  const end = random(6) === 0 ? "\r\n" : "\n";
  const kept = lines.filter((line) => !unwanted(line)).join(end);
  return encodePath(`${start}${kept}${random(4) === 0 ? "" : end}`);
}

function randomPattern(random: Random, paths: readonly string[]): string {
  const kind = random(12);
  if (kind === 0)
    return pick(random, ["", "# x", " ", "\\", "/", "!", "**", "*", "*/", "/*", "!*/"]);
  if (kind === 1) {
    const alphabet = [..."ab*?[]!\\/ -#.^é:AZ\r"];
    return Array.from({ length: 1 + random(7) }, () => pick(random, alphabet)).join("");
  }
  const path = pick(random, paths).replace(/\/$/, "").split("/");
  const from = random(2) === 0 ? 0 : random(path.length);
  const parts = path.slice(from, random(2) === 0 ? path.length : from + 1 + random(2));
  const separator = pick(random, [..."//////", "**/", "/**/", "/**/*/"]);
  const body = parts.map((part) => randomSegment(random, part)).join(separator);
  const start = pick(random, ["", "", "", "/", "!", "!", "!/", "**/", "!**/", "*/"]);
  const finish = pick(random, ["", "", "", "/", "/", "/**", "/*", "**", " ", "\\ ", "  "]);
  return `${start}${body}${finish}`;
}

const brackets = "[a-z] [!a] [^b] [ab] []a] [[:alnum:]] [!a-c] [-a] [\\a]".split(" ");

/** A pattern that has a good chance to match `name`. */
function randomSegment(random: Random, name: string): string {
  const chars = [...name];
  const at = random(chars.length);
  const before = chars.slice(0, at).join("");
  const after = chars.slice(at + 1).join("");
  const spellings = [
    "*",
    "**",
    `${before}?${after}`,
    `${before}*${after}`,
    `${before}${pick(random, brackets)}${after}`,
    `*${after}`,
    `${before}*`,
    `*${chars[at]}*`,
    name.replace(/[^a-z]/giu, (char) => `\\${char}`),
    name.toUpperCase(),
  ];
  const plain = name.replace(/[*?[\\]|^[#!]| $/g, (char) => `\\${char}`);
  return random(3) === 0 ? plain : pick(random, spellings);
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)] as T;
}
