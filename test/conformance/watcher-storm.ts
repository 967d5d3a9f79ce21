// Changes a tree at random, as fast as it can: node watcher-storm.ts <root> <seed> <operations>
// Every operation is one that an editor, a shell or a tool could do. Failing ones are part of it.

import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const [root = "", seed = "0", operations = "0"] = process.argv.slice(2);
const names = ["a", "b", "c", "d", "e.txt", "f.ts", "g", "node_modules"];
let state = Number(seed) >>> 0;

/** A pseudo-random whole number below `limit` (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}

function somewhere(): string {
  const parts = Array.from({ length: 1 + below(4) }, () => names[below(names.length)] ?? "a");
  return join(root, ...parts);
}

/**
 * Copies at most `limit` entries, so that the tree cannot outgrow the test; gives how many. Not
 * `cpSync`: it aborts the process when a name is in the way (Node 24.21).
 */
function copyTree(from: string, to: string, limit: number): number {
  if (limit <= 0) return 0;
  if (!lstatSync(from).isDirectory()) {
    copyFileSync(from, to);
    return 1;
  }
  const entries = readdirSync(from);
  mkdirSync(to);
  let copied = 1;
  for (const name of entries) copied += copyTree(join(from, name), join(to, name), limit - copied);
  return copied;
}

const steps: ((at: string) => void)[] = [
  (at) => writeFileSync(at, "x".repeat(below(500))),
  (at) => writeFileSync(at, "y".repeat(below(500))),
  (at) => appendFileSync(at, "more"),
  (at) => mkdirSync(at, { recursive: true }),
  (at) => mkdirSync(at, { recursive: true }),
  (at) => {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "inside"), "z".repeat(below(50)));
  },
  (at) => renameSync(at, somewhere()),
  (at) => renameSync(at, somewhere()),
  (at) => rmSync(at, { recursive: true }),
  (at) => {
    writeFileSync(`${at}.tmp`, "t".repeat(below(50)));
    renameSync(`${at}.tmp`, at);
  },
  (at) => {
    const other = somewhere();
    renameSync(at, `${at}.aside`);
    renameSync(other, at);
    renameSync(`${at}.aside`, other);
  },
  (at) => symlinkSync(somewhere(), at),
  (at) => chmodSync(at, below(2) === 0 ? 0o755 : 0o700),
  (at) => {
    rmSync(at, { recursive: true });
    mkdirSync(at);
    writeFileSync(join(at, "again"), "");
  },
  (at) => copyTree(at, somewhere(), 20),
];

let failed = 0;
for (let count = 0; count < Number(operations); count += 1) {
  const step = steps[below(steps.length)];
  try {
    step?.(somewhere());
  } catch (thrown) {
    // A name is missing, taken or in the way: that is what happens to programs.
    if (!(thrown instanceof Error && "code" in thrown)) throw thrown;
    failed += 1;
  }
}
console.log(JSON.stringify({ operations: Number(operations), failed }));
