import { type BigIntStats, fstatSync, lstatSync } from "node:fs";
import type { EntryKind, EntryStat } from "@unf/core/ports";
import { nativePath } from "./base/native-path.ts";
import { isAbsent } from "./base/remove-entry.ts";

const bigint = { bigint: true, throwIfNoEntry: false } as const;
const typeBits = 0o170000;
const kindOfType: ReadonlyMap<number, EntryKind> = new Map([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "link"],
]);

/** The entry at `path`, links not followed; `undefined` when nothing is there. */
export function statEntry(path: string): EntryStat | undefined {
  try {
    const stats = lstatSync(nativePath(path), bigint);
    return stats === undefined ? undefined : entryStat(stats);
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined;
    throw thrown;
  }
}

/** The entry that an open descriptor refers to. */
export function statOpen(fd: number): EntryStat {
  return entryStat(fstatSync(fd, { bigint: true }));
}

function entryStat(stats: BigIntStats): EntryStat {
  const mode = Number(stats.mode);
  const kind = kindOfType.get(mode & typeBits) ?? "special";
  return {
    kind,
    dev: stats.dev,
    ino: stats.ino,
    size: stats.size,
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    mode,
    nlink: Number(stats.nlink),
    uid: Number(stats.uid),
    ...(kind === "directory" && stats.birthtimeNs > 0n ? { birthNs: stats.birthtimeNs } : {}),
  };
}
