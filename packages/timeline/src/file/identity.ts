import {
  type AbsPath,
  absPathToColumn,
  type ProjectId,
  pathFromColumn,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { ProjectIdentity, Timeline, TimelineReader } from "@unf/core/ports";
import { timestampColumn } from "./column.ts";

export type { ProjectIdentity };

/** The identity as `meta` holds it. */
export function identityMeta(identity: ProjectIdentity): readonly (readonly [string, string])[] {
  return [
    ["project", identity.project],
    // An absolute path is written like a relative one: its first `/` is never doubled.
    ["root", absPathToColumn(identity.root)],
    ["dev", String(identity.dev)],
    ["ino", String(identity.ino)],
    ["born", identity.birthNs === undefined ? "" : String(identity.birthNs)],
    ["created_at", timestampColumn(identity.createdAt)],
  ];
}

/** Says that the timeline is about another place from now on. */
export function writeRoot(timeline: Timeline, root: AbsPath): void {
  timeline.setMeta("root", absPathToColumn(root));
}

/** The directory the timeline is about. */
export function readIdentity(timeline: TimelineReader): ProjectIdentity {
  const text = (key: string, shape: RegExp): string => {
    const value = timeline.meta(key);
    if (value !== undefined && shape.test(value)) return value;
    throw new UnfError("store_damaged", `a timeline does not say its ${key}`);
  };
  // Empty where the system did not tell; absent in older timelines.
  const born = timeline.meta("born") ?? "";
  return {
    project: text("project", /^[0-9a-f]{16}$/) as ProjectId,
    root: pathFromColumn(text("root", /^\//)) as string as AbsPath,
    dev: BigInt(text("dev", /^\d{1,20}$/)),
    ino: BigInt(text("ino", /^\d{1,20}$/)),
    ...(/^\d{1,20}$/.test(born) ? { birthNs: BigInt(born) } : {}),
    createdAt: Date.parse(text("created_at", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)) as WallMs,
  };
}
