import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToColumn, type RelPath, systemCode } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { isLinkMode, type Point, type Snapshot } from "@unf/core/timeline";
import type { Past } from "./stage.ts";

/** A timeline's three answers about a point. `open`: it may be opened anew meanwhile. */
export function readPast(
  open: () => TimelineReader,
  point: Point,
  contentOf: (row: Snapshot) => string,
): Past | undefined {
  const timeline = open();
  if (!timeline.reaches(point)) return undefined;
  const kept: Record<string, string> = {};
  const thinned = new Set<string>();
  for (const file of timeline.stateAt(point, [])) {
    const path = pathToColumn(file.path);
    // A file that became binary or too large has a row without a content.
    if (file.kind === "kept" && file.row.unrecordable !== undefined) continue;
    if (file.kind === "thinned") thinned.add(path);
    else kept[path] = picture(file.row.mode, contentOf(file.row));
  }
  const isAbsent = (path: string) => open().pathAt(path as RelPath, point).kind === "absent";
  return { kept, thinned, isAbsent };
}

/** Before which row each mass change begins, by the number of its mark. */
export function readMarks(timeline: TimelineReader): ReadonlyMap<number, number> {
  return new Map(timeline.bursts().map(({ id, before }) => [id, before]));
}

/** A row as `readPicture` has what is on disk. */
function picture(mode: number, content: string): string {
  if (isLinkMode(mode)) return `-> ${content}`;
  return `${(mode & 0o7777).toString(8).padStart(4, "0")} ${content}`;
}

/** Every file that was moved out of the way. */
export function rescued(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (thrown) {
    // Nothing was rescued yet.
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    return [];
  }
}
