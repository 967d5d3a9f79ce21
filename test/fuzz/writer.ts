// Changes a tree at random, as fast as it can: node writer.ts <base> <name> <seed> <operations> [gentle]
// `<base>/project` is the tree, shared with other writers; `<base>/outside/<name>` lies beside it.
// Every operation is one that an editor, a shell or a tool could do; failing ones are part of it.
// `gentle`: nothing that makes a recorder look at the whole tree again.

import {
  appendFileSync,
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import process from "node:process";

const [base = "", writer = "", seed = "0", operations = "0", mood] = process.argv.slice(2);
const root = `${bytesOf(base)}/project`;
const outside = `${bytesOf(base)}/outside/${writer}`;
const reportEvery = 50;
const recentMax = 150;

// Paths are strings with one character for each byte, so that names need not be UTF-8.
const directories = ["a", "b", "c", "d-e", "\xc3\xa9", "\xff\xfe"];
const names = [
  ...directories,
  "d.e",
  "e.txt",
  "f.ts",
  "g.md",
  ".env",
  "h\n",
  "k",
  "l",
  "m.c",
  "n",
  "o.h",
];
const rules = ["", "k\n", "*.ts\n", "/a/b/\n", "c\n!c/a\n", "d-e/**\n!e.txt\n"];
let state = Number(seed) >>> 0;
let written = 0;
/** Where something stood not long ago; most operations go there, so that most of them do something. */
const recent: string[] = [];

/** A pseudo-random whole number below `limit` (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}

function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T;
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function at(path: string): Buffer {
  return Buffer.from(path, "latin1");
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function somewhere(): string {
  const parts = Array.from({ length: below(4) }, () =>
    below(30) === 0 ? "node_modules" : pick(directories),
  );
  return [root, ...parts, pick(names)].join("/");
}

function known(): string {
  for (let tries = 0; tries < 4 && recent.length > 0; tries += 1) {
    const index = below(recent.length);
    const path = recent[index] as string;
    if (lstatSync(at(path), { throwIfNoEntry: false }) !== undefined) return path;
    recent.splice(index, 1);
  }
  return somewhere();
}

/** A directory below the root, most of the time: the root itself is never moved or removed. */
function knownDirectory(): string {
  const path = known();
  return above(path) === root ? path : above(path);
}

function remember(path: string): void {
  if (recent.length < recentMax) recent.push(path);
  else recent[below(recentMax)] = path;
}

/** No two are equal but on purpose: a stale version would not be noticed otherwise. */
function content(): Buffer {
  written += 1;
  const line = `${writer} wrote ${String(written).padStart(6, "0")}\n`;
  const odd = below(40);
  if (odd === 0) return at(`binary\0${line}`);
  if (odd === 1) return at(`latin \xe9\xe8 ${line}`.repeat(3));
  if (odd === 2) return at("the same everywhere\n");
  if (odd === 3) return at(line.repeat(400));
  return at(line.repeat(1 + below(12)));
}

function put(path: string): void {
  mkdirSync(at(above(path)), { recursive: true });
  writeFileSync(at(path), content());
  remember(path);
}

function move(from: string, to: string): void {
  renameSync(at(from), at(to));
  remember(to);
}

/** Others may fill it again meanwhile: then it stays, in part. */
function removeTree(path: string): void {
  if (!lstatSync(at(path)).isDirectory()) {
    unlinkSync(at(path));
    return;
  }
  for (const name of readdirSync(at(path), { encoding: "latin1" })) removeTree(`${path}/${name}`);
  rmdirSync(at(path));
}

/** Overwrites one digit in place, and may set the time back: size and mtime stay as they were. */
function patch(path: string): void {
  const before = lstatSync(at(path));
  if (!before.isFile()) return;
  const file = openSync(at(path), "r+");
  writeSync(file, String(below(10)), 0);
  closeSync(file);
  if (below(2) === 0) utimesSync(at(path), before.atime, before.mtime);
}

function replace(path: string): void {
  const temporary = pick([`${path}~`, `${above(path)}/.${writer}.tmp`, `${path}.tmp`]);
  writeFileSync(at(temporary), content());
  renameSync(at(temporary), at(path));
  remember(path);
}

function swapKind(path: string): void {
  const wasDirectory = lstatSync(at(path)).isDirectory();
  removeTree(path);
  if (wasDirectory) writeFileSync(at(path), content());
  else put(`${path}/${pick(names)}`);
}

function exchange(path: string): void {
  const other = known();
  const aside = `${above(path)}/aside-${writer}`;
  move(path, aside);
  try {
    move(other, path);
  } finally {
    move(aside, other);
  }
}

function writeBit(path: string): void {
  const isDirectory = lstatSync(at(path)).isDirectory();
  chmodSync(at(path), isDirectory ? pick([0o755, 0o700]) : pick([0o644, 0o755, 0o600]));
}

/** How often, what. */
const steps: readonly (readonly [number, () => void])[] = [
  [28, () => put(somewhere())],
  [14, () => writeFileSync(at(known()), content())],
  [8, () => appendFileSync(at(known()), content())],
  [4, () => truncateSync(at(known()), below(30))],
  [5, () => patch(known())],
  [10, () => replace(known())],
  [12, () => move(known(), known())],
  [3, () => move(knownDirectory(), somewhere())],
  [3, () => exchange(known())],
  [2, () => move(known(), `${outside}/${below(8)}`)],
  [4, () => move(`${outside}/${below(8)}`, somewhere())],
  [7, () => unlinkSync(at(known()))],
  [1, () => removeTree(known())],
  [1, () => removeTree(knownDirectory())],
  [4, () => writeBit(known())],
  [4, () => symlinkSync(at(pick([".", "a", "../b", "/nowhere", "e.txt"])), at(somewhere()))],
  [4, () => recreate(known())],
  [3, () => swapKind(known())],
  [5, () => put(`${somewhere()}/${pick(names)}/${pick(names)}/${pick(names)}`)],
  [2, () => move(`${above(known())}/node_modules`, `${above(known())}/kept`)],
  [2, () => move(`${above(known())}/kept`, `${above(known())}/node_modules`)],
  [2, () => put(`${above(known())}/node_modules/${pick(names)}`)],
  [2, () => editRules()],
];

const gentleSteps: typeof steps = [
  [6, () => writeFileSync(at(known()), content())],
  [3, () => appendFileSync(at(known()), content())],
  [2, () => patch(known())],
  [4, () => replace(known())],
  [4, () => move(known(), `${above(known())}/${pick(names)}`)],
  [6, () => unlinkSync(at(known()))],
  [2, () => removeTree(known())],
  [2, () => writeBit(known())],
  [3, () => put(`${somewhere()}/${fresh()}/${pick(names)}/${pick(names)}`)],
  [3, () => move(knownDirectory(), `${root}/${fresh()}`)],
];

/** A name that nothing has. */
function fresh(): string {
  return `fresh-${below(1_000_000)}`;
}

function recreate(path: string): void {
  removeTree(path);
  writeFileSync(at(path), content());
}

function editRules(): void {
  const path = `${below(3) === 0 ? root : above(known())}/.gitignore`;
  if (below(3) === 0) unlinkSync(at(path));
  else writeFileSync(at(path), pick(rules));
}

// Most of what fails fails for want of a name: the trace of it is not worth its time.
Error.stackTraceLimit = 1;
const table = (mood === "gentle" ? gentleSteps : steps).flatMap(([often, step]) =>
  Array.from({ length: often }, () => step),
);
let failed = 0;

function report(done: number): void {
  writeSync(1, `${JSON.stringify({ done, failed })}\n`);
}

/** Begins with what others left. */
function rememberTree(path: string): void {
  for (const entry of readdirSync(at(path), { encoding: "latin1", withFileTypes: true })) {
    if (recent.length >= recentMax) return;
    remember(`${path}/${entry.name}`);
    if (entry.isDirectory()) rememberTree(`${path}/${entry.name}`);
  }
}

mkdirSync(at(outside), { recursive: true });
if (mood === "gentle") rememberTree(root);
for (let count = 1; count <= Number(operations); count += 1) {
  try {
    pick(table)();
  } catch (thrown) {
    // A name is missing, taken or in the way: that is what happens to programs.
    if (!(thrown instanceof Error && "code" in thrown)) throw thrown;
    failed += 1;
  }
  if (count % reportEvery === 0) report(count);
}
report(Number(operations));
