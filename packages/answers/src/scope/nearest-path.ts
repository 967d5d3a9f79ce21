import {
  type AbsPath,
  joinPath,
  parentPath,
  pathToColumn,
  type RelPath,
  relativeTo,
} from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";

/** Recorded files that are looked through for a likely one. */
const filesMax = 20_000;

/**
 * The recorded file or directory that was most likely meant by a path of which nothing is recorded: of
 * almost the same spelling, or the only one of that name elsewhere. Files that are there count only.
 */
export function nearestPath(
  timeline: Pick<TimelineReader, "heads">,
  path: RelPath,
): RelPath | undefined {
  const files = timeline.heads("" as RelPath, undefined, filesMax).map((head) => head.path);
  const all = [...new Set(files.flatMap(withDirectories))];
  const name = nameOf(path);
  const namesakes = all.filter((one) => nameOf(one) === name);
  if (namesakes.length === 1) return namesakes[0];
  const besides = all.filter((one) => parentPath(one) === parentPath(path));
  return (
    nearestAmong(path, besides) ??
    nearestAmong(path, namesakes.length > 0 ? namesakes : all) ??
    nearestByName(name, all)
  );
}

/** A mistyped name of a file elsewhere, where only one is called so. */
function nearestByName(name: string, all: readonly RelPath[]): RelPath | undefined {
  const near = nearestName(name, [...new Set(all.map(nameOf))]);
  const [path, ...others] = near === undefined ? [] : all.filter((one) => nameOf(one) === near);
  return others.length === 0 ? path : undefined;
}

/** The hint that names a path of a project so that it can be typed in `directory`. */
export function didYouMean(path: RelPath, root: AbsPath, directory: string): string {
  const place = joinPath(root, path);
  const typed = relativeTo(directory as AbsPath, place) || place;
  return `did you mean ${escapeForDisplay(typed)}?`;
}

function nearestAmong(path: RelPath, candidates: readonly RelPath[]): RelPath | undefined {
  const bySpelling = new Map(candidates.map((one) => [pathToColumn(one), one]));
  const near = nearestName(pathToColumn(path), [...bySpelling.keys()]);
  return near === undefined ? undefined : bySpelling.get(near);
}

function withDirectories(path: RelPath): RelPath[] {
  const all: RelPath[] = [];
  for (let at = path; at !== ""; at = parentPath(at)) all.push(at);
  return all;
}

function nameOf(path: RelPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
