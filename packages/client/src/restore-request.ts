import { posix } from "node:path";
import {
  pathFromColumn,
  pathToColumn,
  type RelPath,
  type SnapshotId,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { RestoreRequest } from "@unf/core/restore";
import { formatUtc } from "@unf/core/time";
import type { RestoreOptions, RestoreTarget } from "./public.ts";
import type { Session } from "./session.ts";

/** The request in the words of the core. Throws `usage`, `bad_time` or `not_found`. */
export function toRequest(
  session: Session,
  target: RestoreTarget,
  { exact = false, within = [], include = [], exclude = [] }: RestoreOptions,
): RestoreRequest {
  const paths = within.map(toPath);
  if (typeof target === "object" && "version" in target) {
    if (paths.length > 1) {
      throw new UnfError("usage", "a version is of one file; name one path to put it at, or none");
    }
  } else {
    for (const path of paths) requireKnown(session.timeline, path);
  }
  return {
    target: toTarget(session, target),
    // The root itself restricts nothing.
    within: paths.includes("" as RelPath) ? [] : paths,
    include,
    exclude,
    deletions: exact ? "remove" : "keep",
    overwrite: "if-changed",
  };
}

/** The same as a command line, for the list of operations. */
export function toWords(target: RestoreTarget, options: RestoreOptions): string[] {
  const { exact = false, within = [], include = [], exclude = [] } = options;
  return [
    "restore",
    ...within,
    ...targetWords(target),
    ...(exact ? ["--exact"] : []),
    ...include.flatMap((glob) => ["--include", glob]),
    ...exclude.flatMap((glob) => ["--exclude", glob]),
  ];
}

function targetWords(target: RestoreTarget): string[] {
  if (typeof target === "number") return ["--at", `cp:${target}`];
  if ("version" in target) return ["--version", `v${target.version}`];
  return ["--at", formatUtc(target.at.getTime() as WallMs)];
}

function toTarget(session: Session, target: RestoreTarget): RestoreRequest["target"] {
  if (typeof target === "number") {
    return { id: session.checkpoint(target).snapshot as SnapshotId };
  }
  if ("version" in target) return { version: target.version as SnapshotId };
  const at = target.at.getTime();
  if (Number.isNaN(at)) throw new UnfError("bad_time", "the instant is not a valid date");
  return { at: at as WallMs };
}

/** A path as the caller wrote it, below the root. */
export function toPath(word: string): RelPath {
  const path = posix.normalize(word).replace(/\/$/, "");
  if (word === "" || path.startsWith("/") || path === ".." || path.startsWith("../")) {
    throw new UnfError("usage", `"${word}" is not a path below the root of the project`);
  }
  return pathFromColumn(path === "." ? "" : path);
}

function requireKnown(timeline: TimelineReader, path: RelPath): void {
  if (path === "" || timeline.knows(path)) return;
  const shown = pathToColumn(path);
  throw new UnfError("not_found", `nothing is recorded of ${shown}`, {
    hint: `unf ignore check ${shown}`,
  });
}
