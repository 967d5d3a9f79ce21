// Saves a few files again and again, each state for a time of its own: node saver.ts <root> <seed> <ms>
// Prints a line for each state: what the file was, from when to when. Times: ms of the system's
// monotonic clock, which is one for all processes.

import { renameSync, unlinkSync, writeFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs, type StoodState } from "./stood-states.ts";

const [root = "", seed = "0", forMs = "0"] = process.argv.slice(2);
const files = 5;
let state = Number(seed) >>> 0;
let written = 0;

/** A pseudo-random whole number below `limit` (mulberry32). */
function below(limit: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % limit;
}

/** Makes another state of the file, as editors and tools do; gives it. */
function save(path: string, before: string | null): string | null {
  const way = below(10);
  if (way === 0 && before !== null) {
    unlinkSync(path);
    return null;
  }
  written += 1;
  const text = way === 1 && before !== "" ? "" : `${written} is written\n`.repeat(1 + below(50));
  const isReplaced = way < 5;
  writeFileSync(isReplaced ? `${path}~` : path, text);
  if (isReplaced) renameSync(`${path}~`, path);
  return text;
}

/** One in four is gone before anybody has to have seen it. */
function standsMs(): number {
  return below(4) === 0 ? below(250) : 350 + below(1000);
}

async function saveUntil(name: string, end: number): Promise<void> {
  let text: string | null = null;
  while (monotonicMs() < end) {
    text = save(`${root}/${name}`, text);
    const from = monotonicMs();
    await pause(standsMs());
    const stood: StoodState = { name, text, from, to: monotonicMs() };
    process.stdout.write(`${JSON.stringify(stood)}\n`);
  }
}

const end = monotonicMs() + Number(forMs);
await Promise.all(Array.from({ length: files }, (_, n) => saveUntil(`saved-${n}.txt`, end)));
