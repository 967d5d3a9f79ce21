import { type BlobId, finish, type RelPath, type SnapshotId, type Steps } from "@unf/core/base";
import { type ForgetOrder, type ForgettableRow, planForgetTest } from "@unf/core/forget";
import type { Digest, TimelineReader } from "@unf/core/ports";
import type { RetentionRow } from "@unf/core/timeline";
import { readPathsAtOnce } from "../../base/read-paths.ts";

/** A content that rows which are meant have. */
export interface MeantContent {
  readonly hash: BlobId;
  readonly bytes: number;
  /** One of these rows, and its path. */
  readonly version: SnapshotId;
  readonly path: RelPath;
}

/** Rows that orders to forget mean in one project. */
export interface ForgetPlan {
  readonly versions: number;
  /** Stands for the rows that are meant: others have another mark. 16 hex digits. */
  readonly mark: string;
  /** In the order of the timeline. */
  readonly paths: readonly { readonly path: RelPath; readonly versions: number }[];
  readonly contents: readonly MeantContent[];
  /** Contents among them that rows which are not meant have, too: they stay. The path of one such row. */
  readonly shared: ReadonlyMap<BlobId, RelPath>;
  /** Paths on disk whose newest row is meant. */
  readonly onDisk: readonly RelPath[];
  /** Operations that need one of the contents to be undone. */
  readonly operations: readonly number[];
}

/** Operations further back are not looked at: nobody undoes that far. */
const operationsMax = 200;

/** Finds the rows that the orders mean, and what hangs on them. Changes nothing. */
export function readForgetPlan(
  timeline: TimelineReader,
  orders: readonly ForgetOrder[],
  digest: Digest,
): ForgetPlan {
  return finish(forgetInSteps({ timeline, digest }, orders));
}

/** Ports of reading it; `looked` is told of each file. */
export interface ForgetPlanPorts {
  readonly timeline: TimelineReader;
  readonly digest: Digest;
  readonly looked?: () => void;
}

/** The same, with pauses. */
export function* forgetInSteps(
  { timeline, digest, looked }: ForgetPlanPorts,
  orders: readonly ForgetOrder[],
): Steps<ForgetPlan> {
  const isMeant = planForgetTest(orders);
  const paths = new Map<RelPath, number>();
  const contents = new Map<BlobId, MeantContent>();
  const onDisk: RelPath[] = [];
  const ids: SnapshotId[] = [];
  for (const { row, isTop } of eachMeanable(timeline)) {
    if (isTop) looked?.();
    yield;
    if (!isMeant(row, isTop)) continue;
    const { path, hash, bytes, id } = row;
    ids.push(id);
    paths.set(path, (paths.get(path) ?? 0) + 1);
    if (isTop) onDisk.push(path);
    if (hash !== null) contents.set(hash, { hash, bytes, version: id, path });
  }
  return {
    versions: ids.length,
    mark: digest(new Uint8Array(Float64Array.from(ids).buffer)).slice(0, 16),
    paths: [...paths].map(([path, count]) => ({ path, versions: count })),
    contents: [...contents.values()],
    shared: yield* findShared(timeline, isMeant, contents),
    onDisk,
    operations: findOperations(timeline, contents),
  };
}

/** Every row, path by path; `isTop`: it is the newest of its path, and no deletion. */
export function* eachForgettable(
  timeline: TimelineReader,
): Generator<{ readonly row: RetentionRow; readonly isTop: boolean }> {
  for (const rows of readPathsAtOnce(timeline)) {
    for (const [index, row] of rows.entries()) {
      yield { row, isTop: index === rows.length - 1 && row.event !== "delete" };
    }
  }
}

/** The same, and rows that were deleted and could be put back. */
function* eachMeanable(timeline: TimelineReader): Generator<{
  readonly row: ForgettableRow & Pick<RetentionRow, "bytes">;
  readonly isTop: boolean;
}> {
  yield* eachForgettable(timeline);
  for (const row of timeline.pruned()) yield { row, isTop: false };
}

function* findShared(
  timeline: TimelineReader,
  isMeant: (row: ForgettableRow, isOnDisk: boolean) => boolean,
  contents: ReadonlyMap<BlobId, MeantContent>,
): Steps<Map<BlobId, RelPath>> {
  const shared = new Map<BlobId, RelPath>();
  if (contents.size === 0) return shared;
  for (const { row, isTop } of eachForgettable(timeline)) {
    yield;
    if (row.hash === null || !contents.has(row.hash) || isMeant(row, isTop)) continue;
    shared.set(row.hash, row.path);
  }
  return shared;
}

function findOperations(
  timeline: TimelineReader,
  contents: ReadonlyMap<BlobId, MeantContent>,
): number[] {
  return timeline.operations(operationsMax).flatMap(({ id }) => {
    const needs = timeline
      .steps(id)
      .some(({ from }) => from.kind === "recorded" && contents.has(from.hash));
    return needs ? [id] : [];
  });
}
