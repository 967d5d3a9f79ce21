import { type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Timeline } from "@unf/core/ports";
import type { PrunePlan, RetentionPolicy, SnapshotIds } from "@unf/core/retention";
import type { PruneCause } from "@unf/core/timeline";
import type { Site } from "../../site/site.ts";
import { ageRecords } from "./age-records.ts";
import { readProtection } from "./read-protection.ts";
import { movesStart, type PruneRequest, readPrunePlan } from "./read-prune-plan.ts";

export interface PruneOrder {
  readonly request: PruneRequest;
  /** Only if the plan is still this one. */
  readonly planId: string | undefined;
  readonly cause: PruneCause;
  readonly argv: readonly string[];
  /** Lets everything else have its turn; throws when the prune is to end. */
  readonly breathe?: () => Promise<void>;
  readonly onProgress?: (deleted: number, total: number) => void;
}

export interface PruneReport {
  readonly plan: PrunePlan;
  /** `null` when no row went. */
  readonly pruning: number | null;
  readonly deleted: number;
  /** Size of the contents that no row refers to any more. Unit: bytes. */
  readonly freedBytes: number;
  /** Operations whose records went, so that no undo takes them back any more. */
  readonly agedOperations: number;
}

/**
 * Deletes what the plan says, a few rows at a time between which everything else has its turn: captures
 * go on, and restores. Rows that an operation has come to need meanwhile stay. Throws `conflict` when
 * the plan is another than the one that was asked for.
 */
export async function pruneProject(site: Site, order: PruneOrder): Promise<PruneReport> {
  const { timeline } = site.ports;
  const breathe = breathing(site, order.breathe);
  await dropFinal(site, breathe);
  const before = timeline.facts().contentBytes;
  const known = newestOperation(timeline);
  const plan = await readPrunePlan({ ...site.ports, breathe }, order.request, false);
  if (order.planId !== undefined && order.planId !== plan.id) {
    throw new UnfError(
      "conflict",
      `the plan is now ${plan.id}, not ${order.planId}; no version was deleted`,
      { hint: "look at it with --dry-run" },
    );
  }
  const { pruning, deleted } = await deleteRows(site, { ...order, breathe }, plan.ids, known);
  await moveStart(site, order.request);
  const agedOperations = await age(site, order.request, breathe);
  await settle(site, breathe);
  const freedBytes = Math.max(0, before - timeline.facts().contentBytes);
  return { plan, pruning, deleted, freedBytes, agedOperations };
}

/** Lets the history of a project thin as the policy says: rows deleted. `now`: from when ages are counted. */
export async function decayProject(
  site: Site,
  policy: RetentionPolicy,
  now: WallMs,
  breathe?: () => Promise<void>,
): Promise<number> {
  const { timeline } = site.ports;
  await dropFinal(site, breathing(site, breathe));
  const { firstAt, lastId } = timeline.facts();
  const isYoung = firstAt === null || now - firstAt <= policy.keepAllMs;
  // Of a text nothing goes that is young; all rows are walked only where something may.
  if (lastId === null || (isYoung && !site.context.filter.recordsBinary)) {
    await age(site, { policy, now }, breathing(site, breathe));
    // A prune that a crash cut off is finished all the same.
    await settle(site, breathing(site, breathe));
    return 0;
  }
  const request = { policy, now, upTo: lastId, include: [], exclude: [], maxBytes: null };
  const order = { request, planId: undefined, cause: "policy", argv: [] } as const;
  return (await pruneProject(site, breathe === undefined ? order : { ...order, breathe })).deleted;
}

function age(
  site: Site,
  { policy, now }: Pick<PruneRequest, "policy" | "now">,
  breathe: Breathe,
): Promise<number> {
  return ageRecords(site, { now, keptMs: policy.operationsMs ?? null }, breathe);
}

/** Drops rows that went longer ago: they cannot be brought back any more. */
async function dropFinal(site: Site, breathe: Breathe): Promise<void> {
  const { timeline, clock } = site.ports;
  const before = (clock.wall() - limits.retention.finalMs) as WallMs;
  while (timeline.dropPruned(before) > 0) await breathe();
}

/**
 * Moves the start of the history where everything older is removed; what is still left of before
 * goes.
 */
async function moveStart(site: Site, request: PruneRequest): Promise<void> {
  if (!movesStart(request)) return;
  const { policy, now } = request;
  await site.exclusively(async () => {
    requireOpen(site);
    const { timeline } = site.ports;
    const known = readProtection(timeline, now, policy).instants.map(({ id }) => id);
    timeline.startAt({ at: (now - policy.keepAllMs) as WallMs }, [...new Set(known)]);
  });
}

type Breathe = () => Promise<void>;
type Deleted = ReturnType<Timeline["deleteSnapshots"]>;

/** Ends what takes long when the recorder ends. */
function breathing(site: Site, breathe?: Breathe): Breathe {
  return async () => {
    await (breathe ?? (() => site.ports.clock.breathe()))();
    requireOpen(site);
  };
}

/** The oldest first, which lie together on disk. `known`: the newest operation when they were chosen. */
async function deleteRows(
  site: Site,
  order: PruneOrder & { readonly breathe: Breathe },
  chosen: SnapshotIds,
  known: number | undefined,
): Promise<Pick<PruneReport, "pruning" | "deleted">> {
  const { timeline } = site.ports;
  let still = chosen;
  let planned = known;
  let pruning: number | null = null;
  let deleted = 0;
  for (const chunk of chunksOf(chosen, limits.retention.rowsAtOnce)) {
    for (let done: Deleted | undefined; done === undefined; ) {
      const ids = chunk.filter((id) => still.has(id));
      done = await deleteChunk(site, order, ids, pruning, planned).catch((thrown: unknown) => {
        throw cutShort(thrown, deleted);
      });
      if (done === undefined) {
        planned = newestOperation(timeline);
        still = (await readPrunePlan({ ...site.ports, ...order }, order.request, false)).ids;
      } else {
        if (done.deleted > 0) pruning = done.pruning;
        deleted += done.deleted;
      }
    }
    order.onProgress?.(deleted, chosen.size);
    await order.breathe();
  }
  return { pruning, deleted };
}

function* chunksOf(ids: Iterable<SnapshotId>, length: number): Generator<readonly SnapshotId[]> {
  let chunk: SnapshotId[] = [];
  for (const id of ids) {
    chunk.push(id);
    if (chunk.length < length) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** `undefined`: an operation has begun since the rows were chosen, and may need some of them. */
function deleteChunk(
  site: Site,
  { cause, argv }: PruneOrder,
  ids: readonly SnapshotId[],
  pruning: number | null,
  planned: number | undefined,
): Promise<Deleted | undefined> {
  const { timeline, clock } = site.ports;
  return site.exclusively(async () => {
    site.suspension.check();
    requireOpen(site);
    if (newestOperation(timeline) !== planned) return undefined;
    const extend = pruning === null ? {} : { extend: pruning };
    return timeline.deleteSnapshots({ ids, cause, argv, at: clock.wall(), ...extend });
  });
}

/** Deleted rows are gone: a prune that fails half-way says how far it came. */
function cutShort(thrown: unknown, deleted: number): unknown {
  if (!(thrown instanceof UnfError) || deleted === 0) return thrown;
  const message = `stopped after ${deleted} versions were removed: ${thrown.message}`;
  const { code, hint = "run it again for the rest" } = thrown;
  return new UnfError(code, message, { hint, cause: thrown });
}

/** Finds out which contents are in use no more, then gives pages back to the disk. */
async function settle(site: Site, breathe: Breathe): Promise<void> {
  const { timeline } = site.ports;
  for (let more = true; more; ) {
    more = await site.exclusively(async () => {
      requireOpen(site);
      return timeline.settleReleased();
    });
    await breathe();
  }
  for (let more = true; more; ) {
    more = await site.exclusively(async () => {
      requireOpen(site);
      return timeline.outline();
    });
    await breathe();
  }
  for (let size = Number.POSITIVE_INFINITY; ; ) {
    const { timelineBytes } = timeline.facts();
    if (timelineBytes >= size) return;
    size = timelineBytes;
    timeline.relax();
    await breathe();
  }
}

function newestOperation(timeline: Timeline): number | undefined {
  return timeline.operations(1)[0]?.id;
}

function requireOpen(site: Site): void {
  if (!site.isClosing) return;
  throw new UnfError("daemon_unavailable", "the recorder ends; the rest was not deleted", {
    hint: "run it again",
  });
}
