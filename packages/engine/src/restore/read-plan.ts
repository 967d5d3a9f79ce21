import {
  type AbsPath,
  type BlobId,
  type Digest,
  type DiskState,
  encodeUtf8,
  type FileSystem,
  joinPath,
  parentPath,
  planFilter,
  planRestore,
  type RelPath,
  type RestorePlan,
  type RestoreRequest,
  type Snapshot,
  type StatKey,
  sameStat,
  type TimelineReader,
  UnfError,
  type WantedFile,
} from "@unf/core";
import { lookAt } from "../capture/take-snapshot.ts";
import { eachHead } from "../sweep/each-head.ts";

export interface PlanPorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly timeline: TimelineReader;
  readonly digest: Digest;
  readonly maxFileBytes: number;
  /** True when the content can be read back. */
  readonly isKept: (hash: BlobId, bytes: number) => boolean;
}

/** A plan, and what the disk looked like to it: apply compares before it replaces anything. */
export interface SeenPlan {
  readonly plan: RestorePlan;
  readonly seen: ReadonlyMap<RelPath, StatKey | undefined>;
}

/**
 * Reads what the restore would touch and plans it. Changes nothing. Throws `not_found` when the
 * history does not reach back to the target or knows nothing of what was asked for.
 */
export function readPlan(ports: PlanPorts, request: RestoreRequest): SeenPlan {
  const matches = readGlobs(request);
  const snapshots = readTarget(ports.timeline, request).filter(({ path }) => matches(path));
  const wanted = snapshots.map(toWanted);
  const sizes = new Map(wanted.map((file) => [file.hash, file.bytes]));
  const names = new Set(wanted.map(({ path }) => path));
  const newer = [...headPaths(ports.timeline, request)].filter(
    (path) => !names.has(path) && matches(path),
  );
  if (wanted.length === 0 && newer.length === 0) throw nothingMatches(request);
  const seen = new Map<RelPath, StatKey | undefined>();
  const plan = planRestore(request, {
    wanted,
    newer,
    disk: (path) => readDisk(ports, path, seen),
    isReachable: reachability(ports),
    isKept: (hash) => ports.isKept(hash, sizes.get(hash) ?? 0),
    digest: (text) => ports.digest(encodeUtf8(text)),
  });
  return { plan, seen };
}

function readGlobs({ include, exclude }: RestoreRequest): (path: RelPath) => boolean {
  const planned = planFilter({ include, exclude, ignoreCase: false });
  if (planned.kind === "invalid")
    throw new UnfError("usage", planned.why, { hint: "unf help ignore" });
  return planned.matches;
}

function readTarget(timeline: TimelineReader, request: RestoreRequest): Snapshot[] {
  const { target } = request;
  if (!("version" in target)) {
    const first = timeline.facts().firstAt;
    if ("at" in target && (first === null || target.at < first)) {
      throw new UnfError(
        "not_found",
        "the history of this project starts later than that instant",
        {
          hint: "unf log --reverse -n 1",
        },
      );
    }
    return [...timeline.stateAt(target, request.within)];
  }
  const snapshot = timeline.snapshot(target.version);
  if (snapshot === undefined)
    throw new UnfError("not_found", `no version v${target.version} in this project`);
  if (snapshot.hash === null) {
    throw new UnfError(
      "not_found",
      `v${target.version} is the deletion of the file and has no content`,
      {
        hint: `unf restore --version v${target.version}~1`,
      },
    );
  }
  return [{ ...snapshot, path: request.within[0] ?? snapshot.path }];
}

function toWanted(snapshot: Snapshot): WantedFile {
  const { path, id, hash, mode, bytes } = snapshot;
  if (hash === null) throw new UnfError("store_damaged", `v${id} has no content where one must be`);
  return { path, snapshot: id, hash, mode, bytes };
}

/** Recorded files on disk in the scope of the request, each once. */
function headPaths(timeline: TimelineReader, request: RestoreRequest): ReadonlySet<RelPath> {
  const paths = new Set<RelPath>();
  if ("version" in request.target) return paths;
  const scopes = request.within.length === 0 ? ["" as RelPath] : request.within;
  for (const within of scopes) {
    for (const { path } of eachHead(timeline, within)) paths.add(path);
  }
  return paths;
}

function readDisk(
  ports: PlanPorts,
  path: RelPath,
  seen: Map<RelPath, StatKey | undefined>,
): DiskState {
  const stat = lookAt(ports, path);
  // Whatever it is, it is in the way.
  if (stat === "unreadable") return { kind: "special" };
  seen.set(path, stat);
  if (stat === undefined) return { kind: "absent" };
  if (stat.kind === "directory" || stat.kind === "special") return { kind: stat.kind };
  const head = ports.timeline.head(path);
  if (head !== undefined && !head.racy && sameStat(head.stat, stat)) {
    return { kind: stat.kind, hash: head.hash, mode: head.mode, snapshot: head.snapshot };
  }
  const read = ports.fs.read(joinPath(ports.root, path), ports.maxFileBytes);
  if (read.kind !== "content")
    return { kind: stat.kind, hash: null, mode: stat.mode, snapshot: null };
  const hash = ports.digest(read.bytes);
  const isRecorded = head?.hash === hash;
  return {
    kind: stat.kind,
    hash,
    mode: read.stat.mode,
    snapshot: isRecorded ? head.snapshot : null,
  };
}

/** Whether every parent of a path is a directory or absent. Answers are kept for the whole plan. */
function reachability(ports: PlanPorts): (path: RelPath) => boolean {
  const known = new Map<RelPath, boolean>([["" as RelPath, true]]);
  const isPassable = (directory: RelPath): boolean => {
    const answer = known.get(directory);
    if (answer !== undefined) return answer;
    const stat = isPassable(parentPath(directory)) ? lookAt(ports, directory) : "unreadable";
    const passable = stat === undefined || (stat !== "unreadable" && stat.kind === "directory");
    known.set(directory, passable);
    return passable;
  };
  return (path) => isPassable(parentPath(path));
}

function nothingMatches(request: RestoreRequest): UnfError {
  const what = request.within.length === 0 ? "this project" : request.within.join(", ");
  return new UnfError("not_found", `nothing recorded of ${what} at that instant`, {
    hint: "unf log --all",
  });
}
