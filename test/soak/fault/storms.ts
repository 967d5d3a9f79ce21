import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { always, type Fault, type Stage } from "../fault.ts";
import { isAlive, type Place } from "../place.ts";
import { askMeanwhile, type Span, watchRecovery } from "../watch.ts";

const usual = { spanMs: 20_000, mustSay: false, skip: always } as const;

const restoredFiles = 20_000;
/** Each is created, written to, renamed, and all but some are deleted. */
const burstFiles = 12_500;
const keptEvery = 25;
const ignoreLines = 2000;
const nestedDirectories = 200;

export const storms: readonly Fault[] = [
  {
    ...usual,
    name: "restore of 20,000 files, daemon killed",
    counts: "from the end of the restore",
    spanMs: 2000,
    mustSay: true,
    play: restoreKilled,
  },
  { ...usual, name: "hostile ignore file", counts: "from its writing", play: writeHostileRules },
  { ...usual, name: "50,000 events at once", counts: "from the last one", play: burst },
];

async function restoreKilled(stage: Stage): Promise<Span> {
  const { place } = stage;
  await stage.clear(place.first);
  const many = join(place.first.root, "many");
  try {
    fillDirectory(many, restoredFiles);
    await untilFlushed(place);
    await place.must("checkpoint", "many");
    rmSync(many, { recursive: true });
    await untilFlushed(place);
    return await bringBack(stage, many);
  } finally {
    rmSync(many, { recursive: true, force: true });
  }
}

/** By the command itself or by the daemon after the one that was killed, whoever is there first. */
async function bringBack({ place, limitMs }: Stage, many: string): Promise<Span> {
  const pid = await until("there is a daemon", () => place.pid("daemon"), { limitMs: 90_000 });
  process.kill(pid, "SIGKILL");
  await until("it has ended", () => !isAlive(pid));
  let isOver = false;
  const asking = askMeanwhile(place, () => isOver);
  try {
    await place.must("restore", many, "--at", "cp:many", "--yes");
  } finally {
    isOver = true;
  }
  const { ms } = await watchRecovery(place, { since: performance.now(), limitMs, asks: false });
  return { ms, sayings: await asking };
}

/** Patterns that take a backtracking matcher minutes for one path of so many directories. */
async function writeHostileRules(stage: Stage): Promise<Span> {
  const { place, limitMs } = stage;
  await stage.clear(place.first);
  const top = join(place.first.root, "hostile");
  const lines = Array.from({ length: ignoreLines }, (_, n) => `/**/*b*/**/*c${n}*`);
  mkdirSync(top);
  const since = performance.now();
  try {
    writeFileSync(join(top, ".gitignore"), `${lines.join("\n")}\n`);
    const nested = Array.from({ length: nestedDirectories }, (_, n) => `b${n}`);
    const deepest = join(top, ...nested);
    mkdirSync(deepest, { recursive: true });
    for (let n = 0; n < 20; n += 1) writeFileSync(join(deepest, `file-${n}.txt`), `${n}\n`);
    return await watchRecovery(place, { since, limitMs, asks: true });
  } finally {
    // The record is compared with the rules by a reader that has to match them, too.
    rmSync(top, { recursive: true });
  }
}

async function burst(stage: Stage): Promise<Span> {
  const { place, limitMs } = stage;
  await stage.clear(place.first);
  const directory = join(place.first.root, "burst");
  mkdirSync(directory, { recursive: true });
  for (let n = 0; n < burstFiles; n += 1) {
    const path = join(directory, `${n}`);
    writeFileSync(path, `${n}\n`);
    appendFileSync(path, "more\n");
    renameSync(path, `${path}.txt`);
    if (n % keptEvery !== 0) rmSync(`${path}.txt`);
    // Others write, too.
    if (n % 1000 === 0) await pause(0);
  }
  return watchRecovery(place, { since: performance.now(), limitMs, asks: true });
}

/** Of the preparation nothing is judged. */
async function untilFlushed(place: Place): Promise<void> {
  const isFlushed = async () => (await place.unf("flush")).code === 0;
  await until("all is recorded", isFlushed, { limitMs: 300_000, everyMs: 1000 });
}

function fillDirectory(directory: string, files: number): void {
  for (let n = 0; n < files; n += 1) {
    const below = join(directory, `${n % 100}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${n}.txt`), `file ${n}\n`);
  }
}
