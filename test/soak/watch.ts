import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "@unf/core/base";
import { type Place, type Plot, uniqueText } from "./place.ts";

/** Looks of a person at `unf status` while something is wrong. */
export interface Sayings {
  readonly asked: number;
  /** How many of the answers said that something is not recorded. */
  readonly said: number;
  /** The answer of one of them, in short. */
  readonly words: string | undefined;
}

export interface Span {
  /** Until a save of every project was recorded again. `undefined`: it never was, within the limit. */
  readonly ms: number | undefined;
  readonly sayings: Sayings;
}

const probeEveryMs = 200;
export const askEveryMs = 500;
let probes = 0;

/**
 * Saves a file in every project again and again until each has a save recorded that was made after
 * `since`, and asks `unf status` all the while.
 */
export async function watchRecovery(
  place: Place,
  {
    since,
    limitMs,
    asks,
  }: { readonly since: number; readonly limitMs: number; readonly asks: boolean },
): Promise<Span> {
  let isOver = false;
  const ended = Promise.all(place.plots.map((plot) => awaitRecorded(place, plot, since + limitMs)));
  const asking = asks ? askMeanwhile(place, () => isOver) : Promise.resolve(nothingAsked);
  const ends = await ended;
  isOver = true;
  const sayings = await asking;
  const missing = ends.some((end) => end === undefined);
  return { ms: missing ? undefined : Math.max(...ends.map((end) => (end ?? 0) - since)), sayings };
}

/** Asks `unf status` until `isOver`; an answer that came after that does not count. */
export async function askMeanwhile(place: Place, isOver: () => boolean): Promise<Sayings> {
  let sayings = nothingAsked;
  while (!isOver()) {
    const answer = await askOnce(place);
    if (!isOver()) sayings = addSayings(sayings, answer);
    await pause(askEveryMs);
  }
  return sayings;
}

export async function askOnce(place: Place): Promise<Sayings> {
  const words = await askStatus(place);
  return { asked: 1, said: words === undefined ? 0 : 1, words };
}

export function addSayings(one: Sayings, other: Sayings): Sayings {
  return {
    asked: one.asked + other.asked,
    said: one.said + other.said,
    words: one.words ?? other.words,
  };
}

export const nothingAsked: Sayings = { asked: 0, said: 0, words: undefined };

/** With `--check`: all is recorded, but the store is larger than it may be. */
const allRecorded = 9;

/** The complaint of `unf status`; `undefined` when it says that all is well. */
export async function askStatus(place: Place): Promise<string | undefined> {
  const { code, stdout, stderr } = await place.unf("status", "--check", "--json");
  if (code === 0 || code === allRecorded) return undefined;
  try {
    const { recording, projects } = JSON.parse(stdout) as {
      recording: boolean;
      projects: { state: string; reason?: string | null }[];
    };
    const wrong = projects.find(({ state }) => state !== "watching");
    const state = wrong === undefined ? "" : `${wrong.state}: ${wrong.reason ?? ""}`;
    return `${recording ? "recording" : "not recording"} ${state}`.trim();
  } catch {
    // No JSON: the command failed as a whole, which says it, too.
    return `exit ${code} ${stderr}`.trim();
  }
}

/** When a save made from now on is recorded; `undefined` when none was until `end`. */
async function awaitRecorded(place: Place, plot: Plot, end: number): Promise<number | undefined> {
  const texts: string[] = [];
  const written: string[] = [];
  try {
    for (;;) {
      probes += 1;
      const path = join(plot.root, `probe-${probes}.txt`);
      const text = uniqueText(place.seed, probes);
      if (tryToWrite(path, text)) {
        texts.push(text);
        written.push(path);
      }
      await pause(probeEveryMs);
      const isRecorded = texts.some((one) => place.isRecorded(plot, one));
      if (isRecorded) return performance.now();
      if (performance.now() > end) return undefined;
    }
  } finally {
    for (const path of written) rmSync(path, { recursive: true, force: true });
  }
}

/** A writer may have put something in the way. */
function tryToWrite(path: string, text: string): boolean {
  try {
    writeFileSync(path, text);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}
