import { spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { AbsPath, BlobId, WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { timelinePath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { openHome } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { collectHome, openRecorderWorld, projectId } from "@unf/wiring/recorder";
import { always } from "../../kit/always.ts";
import type { TempHome } from "../../kit/index.ts";
import { openBenchHome } from "../recorder.ts";
import type { Finding, RunRow } from "../row.ts";
import { clock, renderMs } from "../statistics.ts";
import { recordingOf } from "../told-history.ts";
import { TurnMeter } from "../turn-meter.ts";

/** Objects that are all needed, and then half of them: against a program that only stats them. */
export const runCollect: RunRow = async (bench) => {
  const objects = bench.size(200_000, 4000);
  const rows = bench.size(1_000_000, 10_000);
  const home = openBenchHome(bench);
  bench.doing(`writing ${objects} objects and ${rows} rows`);
  const hashes = writeObjects(home, objects);
  writeRows(home, hashes.slice(0, objects / 2), rows);
  const directory = join(home.unfHome, "objects");
  const list = () => spawnSync("find", [directory, "-type", "f", "-printf", "%s %T@\n"]);
  const listed = [await clock(list), await clock(list)];
  const yardstick = Math.min(...listed);
  const size = `${objects.toLocaleString("en")} objects, ${rows.toLocaleString("en")} rows`;
  bench.doing("collecting half of them");
  const some = await watchCollection(home);
  bench.doing("collecting nothing");
  const none = await watchCollection(home);
  if (some.objects !== objects / 2 || none.objects !== 0) throw new Error("not what was planted");
  const told = (what: string, { ms, turnMs, grownMiB }: Watched): Finding => ({
    work: `collecting, ${size}: ${what}`,
    ours: renderMs(ms),
    yardstick: `${renderMs(yardstick)} find that stats every object`,
    ratio: ms / yardstick,
    target: "none",
    isMet: undefined,
    notes: [
      `longest turn ${renderMs(turnMs)} of the processor, ${grownMiB.toFixed(1)} MiB more memory at its most`,
    ],
  });
  return [told("half of them go", some), told("all that are left are needed", none)];
};

interface Watched {
  readonly ms: number;
  /** Time of the processor in the longest turn in which nothing else could do anything. */
  readonly turnMs: number;
  readonly grownMiB: number;
  readonly objects: number;
}

async function watchCollection(home: TempHome): Promise<Watched> {
  const world = openRecorderWorld(home.unfHome as AbsPath, defaultConfig, silent);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const turns = new TurnMeter();
  let objects = 0;
  const ms = await clock(async () => {
    turns.begin();
    const order = { dry_run: false, empty_trash: false };
    objects = (await collectHome(world, order, turns.breathe)).collected.objects;
  });
  const grownMiB = (turns.mostMemory - before) / 2 ** 20;
  return { ms, turnMs: turns.longestMs, grownMiB, objects };
}

/** As a recorder left them two hours ago. */
function writeObjects({ unfHome }: TempHome, count: number): BlobId[] {
  openHome(unfHome as AbsPath, { create: true });
  const then = Date.now() / 1000 - 7200;
  const made = new Set<string>();
  return Array.from({ length: count }, (_, n) => {
    const content = Buffer.from(`content ${n}\n`);
    const hash = digest(content);
    const path = join(unfHome, "objects", hash.slice(0, 2), hash.slice(2));
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    made.add(dirname(path));
    writeFileSync(path, content, { mode: 0o444 });
    utimesSync(path, then, then);
    return hash;
  });
}

function writeRows({ project, unfHome }: TempHome, hashes: readonly BlobId[], count: number): void {
  const root = project as AbsPath;
  const id = projectId(root);
  const file = timelinePath(unfHome as AbsPath, id);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const create = { project: id, root, dev: 1n, ino: 1n, createdAt: 0 as WallMs };
  using timeline = openTimeline(file, always, { create });
  const step = 20_000;
  for (let first = 0; first < count; first += step) {
    const recordings = Array.from({ length: Math.min(step, count - first) }, (_, at) => {
      const n = first + at;
      const hash = hashes[n % hashes.length] as BlobId;
      const path = `d${n % 100}/f${n % 5000}.txt`;
      return recordingOf({ path, hash, bytes: 10, at: n as WallMs, isNew: n < 5000 });
    });
    timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  }
}

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
