import {
  type AbsPath,
  type ProjectId,
  pathFromColumn,
  pathToColumn,
  type RelPath,
  type TimelineReader,
  UnfError,
  type WallMs,
} from "@unf/core";
import { timestampColumn } from "./column.ts";

/** The directory a timeline is about. */
export interface ProjectIdentity {
  readonly project: ProjectId;
  readonly root: AbsPath;
  /** Of the root directory when the timeline was created: finds it again after it was moved. */
  readonly dev: bigint;
  readonly ino: bigint;
  readonly createdAt: WallMs;
}

/** The identity as `meta` holds it. */
export function identityMeta(identity: ProjectIdentity): readonly (readonly [string, string])[] {
  return [
    ["project", identity.project],
    // An absolute path is written like a relative one: its first `/` is never doubled.
    ["root", pathToColumn(identity.root as string as RelPath)],
    ["dev", String(identity.dev)],
    ["ino", String(identity.ino)],
    ["created_at", timestampColumn(identity.createdAt)],
  ];
}

/** The directory the timeline is about. */
export function readIdentity(timeline: TimelineReader): ProjectIdentity {
  const text = (key: string, shape: RegExp): string => {
    const value = timeline.meta(key);
    if (value !== undefined && shape.test(value)) return value;
    throw new UnfError("store_damaged", `a timeline does not say its ${key}`);
  };
  return {
    project: text("project", /^[0-9a-f]{16}$/) as ProjectId,
    root: pathFromColumn(text("root", /^\//)) as string as AbsPath,
    dev: BigInt(text("dev", /^\d{1,20}$/)),
    ino: BigInt(text("ino", /^\d{1,20}$/)),
    createdAt: Date.parse(text("created_at", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)) as WallMs,
  };
}
