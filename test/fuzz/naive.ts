import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, childPath, isWithin, joinPath, type RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import { openFileSystem } from "@unf/system";
import { digest } from "@unf/system/digest";
import { chooseBackend, openBackend } from "@unf/watch";
import { until } from "../kit/index.ts";
import { comparePictures } from "./picture.ts";
import type { BackendName } from "./recorder.ts";
import { Writers } from "./writers.ts";

const fs = openFileSystem();
const bytesMax = 1_000_000;

/**
 * Follows the same writers with a bare backend: looks at every path that a hint names, and never
 * sweeps. Gives what it then has wrong, after waiting for late hints.
 */
export async function followNaively(
  backend: BackendName,
  seed: number,
  operations: number,
): Promise<string[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "unf-naive-")));
  try {
    const root = join(base, "project") as AbsPath;
    mkdirSync(root);
    const index = new Map<RelPath, string>();
    const opened = openBackend(chooseBackend({ platform: process.platform, wanted: backend }));
    await using _watch = await opened.backend.watch(root, { covers: () => true }, (hints) => {
      for (const hint of hints) follow(root, index, hint);
    });
    using writers = new Writers(base, seed, operations);
    await writers.end();
    const disk = readAll(root);
    const agrees = () => comparePictures(disk, index).length === 0;
    await until("nothing was missed", agrees, { limitMs: 1000 }).catch(() => undefined);
    return comparePictures(disk, index);
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

function follow(root: AbsPath, index: Map<RelPath, string>, hint: Hint): void {
  if (hint.kind !== "touched" && hint.kind !== "gone") return;
  for (const path of index.keys()) if (isWithin(hint.path, path)) index.delete(path);
  const found = look(root, hint.path);
  if (found !== undefined) index.set(hint.path, found);
}

function look(root: AbsPath, path: RelPath): string | undefined {
  const read = fs.read(joinPath(root, path), bytesMax);
  if (read.kind !== "content" && read.kind !== "unstable") return undefined;
  return `${read.stat.mode.toString(8)} ${digest(read.bytes).slice(0, 16)}`;
}

function readAll(
  root: AbsPath,
  directory = "" as RelPath,
  found = new Map<RelPath, string>(),
): Map<RelPath, string> {
  for (const { name, kind } of fs.list(joinPath(root, directory)) ?? []) {
    const path = childPath(directory, name);
    const what = kind === "directory" ? undefined : look(root, path);
    if (kind === "directory") readAll(root, path, found);
    else if (what !== undefined) found.set(path, what);
  }
  return found;
}
