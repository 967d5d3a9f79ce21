import type { AbsPath, RelPath, Steps } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Filter } from "@unf/core/filter";
import type { Clock, FileSystem } from "@unf/core/ports";
import type { Estimate } from "@unf/core/watching";
import { lookAt } from "../capture/look-at.ts";
import { walk } from "./walk.ts";

export interface EstimatePorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly filter: Filter;
  readonly clock: Clock;
  /** Larger files are not recorded. */
  readonly maxFileBytes: number;
  /** Told of each file that is counted. */
  readonly looked?: () => void;
}

/** Counts what a first sweep would record, by names and sizes; opens no file and ends in a few seconds. */
export function* estimateBaseline(ports: EstimatePorts): Steps<Estimate> {
  const { clock, maxFileBytes } = ports;
  const end = clock.mono() + limits.estimate.msMax;
  const directories = new Map<string, { files: number; bytes: number }>();
  let files = 0;
  let bytes = 0;
  let isComplete = true;
  for (const path of walk({ ...ports, onSkipped: () => undefined }, "" as RelPath)) {
    if (files >= limits.estimate.countedMax || clock.mono() >= end) {
      isComplete = false;
      break;
    }
    yield;
    const stat = path === undefined ? undefined : lookAt(ports, path);
    if (path === undefined || stat === undefined || stat === "unreadable") continue;
    const size = Number(stat.size);
    if (size > maxFileBytes) continue;
    ports.looked?.();
    files += 1;
    bytes += size;
    const slash = path.indexOf("/");
    if (slash >= 0) add(directories, path.slice(0, slash), size);
  }
  return { files, bytes, isComplete, largest: rank(directories) };
}

function add(
  directories: Map<string, { files: number; bytes: number }>,
  name: string,
  size: number,
): void {
  const one = directories.get(name) ?? { files: 0, bytes: 0 };
  directories.set(name, one);
  one.files += 1;
  one.bytes += size;
}

function rank(
  directories: ReadonlyMap<string, { readonly files: number; readonly bytes: number }>,
): Estimate["largest"] {
  return [...directories]
    .map(([directory, sizes]) => ({ directory: directory as RelPath, ...sizes }))
    .sort((a, b) => b.bytes - a.bytes || b.files - a.files)
    .slice(0, limits.estimate.namedMax);
}
