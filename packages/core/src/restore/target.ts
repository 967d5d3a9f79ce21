import type { RelPath, SnapshotId } from "../base/brand.ts";
import { invariant } from "../base/invariant.ts";
import { parentPath } from "../base/path.ts";
import type { Point } from "../timeline/point.ts";

/**
 * The state that a restore leads back to: an instant, one version of one file, or a row for each of the
 * paths it is about, in their order: what shares no instant comes back in one operation.
 */
export type RestoreTarget =
  | Point
  | { readonly version: SnapshotId }
  | { readonly ids: readonly SnapshotId[] };

/** The instants of a target, and which of them is meant of a path. */
export interface TargetPoints {
  /** Each instant with the paths that it is meant of; of paths in each other the inner one has its own. */
  readonly each: readonly { readonly point: Point; readonly within: readonly RelPath[] }[];
  /** Instant of a path in one of them; `undefined` of any other. */
  readonly of: (path: RelPath) => Point | undefined;
}

/** The instants of a target; none for a version, which is no state of a project. */
export function targetPoints(target: RestoreTarget, within: readonly RelPath[]): TargetPoints {
  if ("version" in target) return { each: [], of: () => undefined };
  if (!("ids" in target)) return { each: [{ point: target, within }], of: () => target };
  const points = new Map<RelPath, Point>();
  const byId = new Map<SnapshotId, { readonly point: Point; readonly within: RelPath[] }>();
  for (const [n, id] of target.ids.entries()) {
    const path = within[n];
    if (path === undefined || points.has(path)) continue;
    const one = byId.get(id) ?? { point: { id }, within: [] };
    byId.set(id, one);
    one.within.push(path);
    points.set(path, one.point);
  }
  return { each: [...byId.values()], of: (path) => nearest(path, points) };
}

/** The instant from which a directory that is made has its mode: of several below it, the latest. */
export function directoryPoints(
  target: RestoreTarget,
  within: readonly RelPath[],
): (directory: RelPath) => Point | undefined {
  if ("version" in target) return () => ({ id: target.version });
  const points = targetPoints(target, within);
  if (!("ids" in target)) return points.of;
  const above = new Map<RelPath, SnapshotId>();
  for (const [n, id] of target.ids.entries()) {
    for (let at = within[n] ?? ("" as RelPath); at !== ""; ) {
      at = parentPath(at);
      if ((above.get(at) ?? -1) < id) above.set(at, id);
    }
  }
  return (directory) => {
    const id = above.get(directory);
    return id === undefined ? points.of(directory) : { id };
  };
}

/** The target of only some paths among those of a request. */
export function targetOf(
  { target, within }: { readonly target: RestoreTarget; readonly within: readonly RelPath[] },
  paths: readonly RelPath[],
): RestoreTarget {
  if (!("ids" in target)) return target;
  const points = targetPoints(target, within);
  return {
    ids: paths.map((path) => {
      const point = points.of(path);
      invariant(point !== undefined && "id" in point, "the path is one of the request's");
      return point.id;
    }),
  };
}

function nearest(path: RelPath, points: ReadonlyMap<RelPath, Point>): Point | undefined {
  for (let at = path; ; at = parentPath(at)) {
    const point = points.get(at);
    if (point !== undefined || at === "") return point;
  }
}
