import { type AbsPath, joinPath, type RelPath } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { encodeCursor } from "@unf/core/query";
import { type Snapshot, stampOf } from "@unf/core/timeline";
import type { OpenScope } from "../scope/open-scope.ts";
import { readRows } from "./rows.ts";
import type { Selection } from "./selection.ts";
import { readTrace } from "./trace.ts";

/** A file by one of its versions, as a question of a listing. */
export interface FileOfVersion {
  /** Under the name that it has now, where its versions can be followed from there. */
  readonly path: AbsPath;
  /** True where they can not: then this name alone has the version. */
  readonly noFollow: boolean;
}

/** The file that a version is of. */
export function fileOfVersion(
  { project, reader: { timeline } }: Pick<OpenScope, "project" | "reader">,
  version: Snapshot,
): FileOfVersion {
  const path = newestName(timeline, version);
  const isTraced = readTrace(timeline, path).some(
    ({ path: name, from, below }) =>
      name === version.path && version.id >= from && (below === undefined || version.id < below),
  );
  return isTraced
    ? { path: joinPath(project.root, path), noFollow: false }
    : { path: joinPath(project.root, version.path), noFollow: true };
}

/** Where a page begins that lists `before` rows and then this version; `undefined`: at the begin. */
export function cursorBefore(
  selection: Selection,
  version: Snapshot,
  before: number,
): string | undefined {
  const { query, sources, fingerprint } = selection;
  const [source] = sources;
  if (source === undefined) return undefined;
  const order = query.order === "newest" ? "oldest" : "newest";
  let count = 0;
  for (const row of readRows(source, selection, { ...query, order, after: version.id })) {
    count += 1;
    if (count <= before) continue;
    const after = { at: stampOf(row), project: source.project.id, id: row.id };
    return encodeCursor({ order: query.order, after }, fingerprint);
  }
  return undefined;
}

/** Follows a file on to the name it has now. */
function newestName(timeline: TimelineReader, { path, id }: Snapshot): RelPath {
  const departures = timeline.find({
    within: [path],
    events: ["delete"],
    interim: true,
    after: id,
    order: "oldest",
  });
  for (const row of departures) {
    if (row.path !== path) continue;
    const rename = row.cause === "renamed" ? timeline.renameOf(row.id) : undefined;
    return rename === undefined || rename.id <= id ? path : newestName(timeline, rename);
  }
  return path;
}
