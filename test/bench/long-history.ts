import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { AbsPath, BlobId, RelPath, WallMs } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import type { Recording } from "@unf/core/ports";
import { type NewSnapshot, unknownAuthor } from "@unf/core/timeline";
import { openHome } from "@unf/system";
import { openTimeline } from "@unf/timeline";
import { projectId } from "@unf/wiring/recorder";
import { always } from "../kit/always.ts";
import type { TempHome } from "../kit/index.ts";
import { openBenchHome } from "./recorder.ts";
import type { Bench } from "./row.ts";
import { randomBelow } from "./source-tree.ts";

/** A project with a long history and no contents; nothing watches it. */
export interface LongHistory {
  readonly home: TempHome;
  readonly unfHome: AbsPath;
  readonly rows: number;
  readonly paths: number;
}

const made = new WeakMap<Bench, LongHistory>();

/** The history, made when it is first asked for: a million versions of 20,000 files. */
export function openLongHistory(bench: Bench): LongHistory {
  const known = made.get(bench);
  if (known !== undefined) return known;
  const history = makeLongHistory(bench, {
    rows: bench.size(1_000_000, 30_000),
    paths: bench.size(20_000, 2000),
  });
  made.set(bench, history);
  return history;
}

/** Makes one of another size. */
export function makeLongHistory(
  bench: Bench,
  size: Pick<LongHistory, "rows" | "paths">,
): LongHistory {
  bench.doing(`writing a history of ${size.rows} rows`);
  const home = openBenchHome(bench);
  const history = { home, unfHome: home.unfHome as AbsPath, ...size };
  writeHistory(history);
  return history;
}

/** Rows in one commit. */
const step = 20_000;

function writeHistory({ home, unfHome, rows, paths }: LongHistory): void {
  const root = home.project as AbsPath;
  const project = projectId(root);
  const file = timelinePath(unfHome, project);
  openHome(unfHome, { create: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const create = { project, root, dev: 1n, ino: 1n, createdAt: startAt };
  using timeline = openTimeline(file, always, { create });
  const below = randomBelow(7);
  const seen = new Set<number>();
  for (let from = 0; from < rows; from += step) {
    const recordings: Recording[] = [];
    for (let n = from; n < Math.min(rows, from + step); n += 1) {
      // Every file once, then few files often and many seldom.
      const index = n < paths ? n : Math.floor(below(paths) * (below(1000) / 1000) ** 2);
      recordings.push(recordingOf(n, index, !seen.has(index)));
      seen.add(index);
    }
    timeline.commit({ inbox: [], recordings, restats: [], settlements: [] });
  }
}

const startAt = Date.UTC(2026, 0, 1) as WallMs;
const mode = 0o100644;

function recordingOf(n: number, index: number, isNew: boolean): Recording {
  const path = `packages/part-${index % 40}/src/area-${index % 700}/file-${index}.ts` as RelPath;
  const hash = n.toString(16).padStart(8, "0").repeat(8) as BlobId;
  const bytes = 1000 + (n % 5000);
  const at = (startAt + n * 2000) as WallMs;
  const snapshot: NewSnapshot = {
    path,
    hash,
    bytes,
    at,
    event: isNew ? "create" : "modify",
    counts: { lines: 100, added: 3, removed: 1, exact: true },
    settled: n % 3 !== 0,
    mode,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
  };
  const stamp = BigInt(at) * 1_000_000n;
  const stat = {
    dev: 1n,
    ino: BigInt(index),
    size: BigInt(bytes),
    mtimeNs: stamp,
    ctimeNs: stamp,
    mode,
  };
  return { snapshot, head: { path, hash, bytes, mode, stat, racy: false } };
}
