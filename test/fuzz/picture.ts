import { readdirSync } from "node:fs";
import {
  type AbsPath,
  childPath,
  decodePath,
  encodePath,
  joinPath,
  type RelPath,
} from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import type { Filter, Skipped } from "@unf/core/filter";
import type { Log, TimelineReader } from "@unf/core/ports";
import { isLinkMode, keptRows } from "@unf/core/timeline";
import { digest } from "@unf/system/digest";
import { fileBytesMax, filterFor, openRecorderWorld, projectId } from "@unf/wiring/recorder";

/** The record of a tree: mode and content of every file and link, or that it cannot be recorded. */
export type Picture = ReadonlyMap<RelPath, string>;

/** A file that is binary or too large. That nothing is recorded of it is right as well. */
const unrecordable = "unrecordable";

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Walks the disk anew and reads every file that the rules, read anew too, let through. */
export async function readDisk(home: AbsPath, root: AbsPath): Promise<Picture> {
  const world = { ...openRecorderWorld(home, defaultConfig, silent), globalExcludes: [] };
  const member = { intended: { id: projectId(root), root, options: {} }, nestedRoots: [] };
  const filter = filterFor(world, member);
  const bytesMax = fileBytesMax(world, member);
  const found = new Map<RelPath, string>();
  for (const path of pathsIn(root, "" as RelPath, filter)) {
    const read = world.fs.read(joinPath(root, path), bytesMax);
    if (read.kind === "too_large") found.set(path, unrecordable);
    if (read.kind !== "content" || !filter.verdict(path, kindOf(read.stat.mode)).recorded) continue;
    const isLink = isLinkMode(read.stat.mode);
    const layer = isLink ? undefined : await unfitFor(world, filter, path, read.bytes);
    if (layer === undefined) found.set(path, describe(read.stat.mode, digest(read.bytes)));
    else if (layer !== "private_key") found.set(path, unrecordable);
  }
  return found;
}

/** The state the timeline shows now. */
export function readTimeline(timeline: TimelineReader): Picture {
  const id = timeline.facts().lastId;
  const rows = id === null ? [] : keptRows(timeline.stateAt({ id }, []));
  return new Map(
    rows.map(({ path, mode, hash, ...row }) => [
      path,
      row.unrecordable === undefined ? describe(mode, hash ?? "nothing") : unrecordable,
    ]),
  );
}

/** One line for every path on which both differ: missed, stale, or ghost. */
export function comparePictures(disk: Picture, timeline: Picture): string[] {
  const lines: string[] = [];
  for (const [path, onDisk] of disk) {
    const recorded = timeline.get(path);
    if (recorded === undefined && onDisk === unrecordable) continue;
    if (recorded === undefined) lines.push(`missed ${JSON.stringify(path)}: ${onDisk}`);
    else if (recorded !== onDisk)
      lines.push(`stale ${JSON.stringify(path)}: ${recorded} is now ${onDisk}`);
  }
  for (const [path, recorded] of timeline) {
    if (!disk.has(path)) lines.push(`ghost ${JSON.stringify(path)}: ${recorded}`);
  }
  return lines;
}

function describe(mode: number, hash: string): string {
  return `${mode.toString(8)} ${hash.slice(0, 16)}`;
}

function kindOf(mode: number): "file" | "link" {
  return isLinkMode(mode) ? "link" : "file";
}

function* pathsIn(root: AbsPath, directory: RelPath, filter: Filter): Generator<RelPath> {
  const native = Buffer.from(encodePath(joinPath(root, directory)));
  for (const entry of readdirSync(native, { withFileTypes: true, encoding: "buffer" })) {
    const path = childPath(directory, decodePath(entry.name));
    if (!entry.isDirectory()) yield path;
    else if (filter.covers(path)) yield* pathsIn(root, path, filter);
  }
}

/** The layer that leaves the content out. */
async function unfitFor(
  { signatures }: Pick<ReturnType<typeof openRecorderWorld>, "signatures">,
  filter: Filter,
  path: RelPath,
  bytes: Uint8Array,
): Promise<Skipped["layer"] | undefined> {
  const layerOf = () => {
    const verdict = filter.judgeContent(path, bytes);
    return verdict.recorded ? undefined : verdict.layer;
  };
  const layer = layerOf();
  const open = signatures.takeOpen();
  if (open === undefined) return layer;
  await signatures.resolve(open);
  return layerOf();
}
