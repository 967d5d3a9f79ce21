import type { RelPath, WallMs } from "@unf/core/base";
import type { CommitLimits } from "@unf/core/capture";
import type { Clock, Digest, Timeline } from "@unf/core/ports";
import {
  type Checkpoint,
  type Head,
  type NewSnapshot,
  type StatKey,
  unknownAuthor,
} from "@unf/core/timeline";
import { type CheckpointOrder, checkTexts, hasPayload } from "../checkpoints/set-checkpoint.ts";
import type { Contents } from "../contents/contents.ts";
import { drainInbox } from "../project/inbox.ts";
import { countStep } from "../record/count-step.ts";
import { type LatestHead, Recorder } from "../record/recorder.ts";
import { type PlacedTree, requirePaths } from "./tree-paths.ts";

/** Files of a tree that lies on no disk, with their contents, by paths of whatever kind. */
export type GivenTree = ReadonlyMap<string, Uint8Array>;

export interface TreeRecorderPorts {
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly limits: { readonly commit: CommitLimits; readonly messageCharsMax: number };
}

/** A checkpoint to be set; with `checkpointsMax`, the oldest go that are beyond so many and not pinned. */
export interface TreeOrder extends CheckpointOrder {
  readonly checkpointsMax?: number | undefined;
}

/**
 * Records states of a tree that is given as a value: rows, contents and checkpoints as of a directory,
 * without events, rules or stats. Only for the holder of the home's lock.
 */
export class TreeRecorder {
  readonly #ports: TreeRecorderPorts;
  readonly #recorder: Recorder;
  /** As committed last, in no order; `undefined`: to be read. */
  #heads: Map<RelPath, LatestHead> | undefined;
  /** Newest first, where only so many are kept; `undefined`: to be read. */
  #known: Pick<Checkpoint, "id" | "pinned">[] | undefined;

  constructor(ports: TreeRecorderPorts) {
    this.#ports = ports;
    const owner = {
      attribute: () => ({ author: unknownAuthor, candidates: [] }),
      onCommitted: () => undefined,
    };
    this.#recorder = new Recorder({ ...ports, limits: ports.limits.commit, owner });
  }

  /**
   * Records what differs from the tree before and names the state. The newest checkpoint is given when
   * it says the same of the same tree. Durable when it returns; when it throws, every checkpoint is as
   * it was. Throws `usage` for a path or text that cannot be kept.
   */
  checkpoint(tree: GivenTree, order: TreeOrder): Checkpoint & { readonly created: boolean } {
    checkTexts(order, this.#ports.limits);
    const changed = this.#record(requirePaths(tree));
    const { timeline, clock } = this.#ports;
    // Not all of them: a store is opened again and again while it has thousands.
    const newest = timeline.newestCheckpoint();
    const { lastId, lastAt, files } = timeline.facts();
    const isSame =
      !changed && newest?.snapshot === (lastId ?? 0) && newest.message === order.message;
    if (isSame && newest.label === order.label && hasPayload(timeline, newest, order.payload)) {
      if (order.pinned && !newest.pinned) this.pinCheckpoint(newest.id, true);
      return { ...newest, pinned: order.pinned || newest.pinned, created: false };
    }
    // A timeline's instants never go back, whatever the clock does.
    const at = Math.max(clock.wall(), lastAt ?? 0) as WallMs;
    const { label, message, payload, pinned, checkpointsMax } = order;
    const added = { label, message, at, snapshot: lastId ?? 0, files, pinned } as const;
    const id = timeline.addCheckpoint({ ...added, payload });
    const checkpoint = { ...added, id, payloadBytes: payload?.length ?? null };
    this.#known?.unshift({ id, pinned });
    if (checkpointsMax !== undefined) this.#keep(checkpointsMax);
    return { ...checkpoint, created: true };
  }

  /** Deletes the oldest checkpoints that are not pinned, beyond so many, at least 1. */
  #keep(max: number): void {
    const { timeline } = this.#ports;
    const known = this.#known ?? timeline.checkpoints().map(({ id, pinned }) => ({ id, pinned }));
    this.#known = known;
    const loose = known.filter(({ pinned }) => !pinned);
    const gone = new Set(loose.slice(max));
    if (gone.size === 0) return;
    for (const { id } of gone) timeline.deleteCheckpoint(id);
    this.#known = known.filter((one) => !gone.has(one));
  }

  /** False when there is no such checkpoint. Its contents stay until they are pruned. */
  deleteCheckpoint(id: number): boolean {
    this.#known = undefined;
    return this.#ports.timeline.deleteCheckpoint(id);
  }

  /** False when there is no such checkpoint. */
  pinCheckpoint(id: number, pinned: boolean): boolean {
    this.#known = undefined;
    return this.#ports.timeline.pinCheckpoint(id, pinned);
  }

  /** Moves the inbox into the store once it is worth a pack of its own: few contents wait for more. */
  async drain(): Promise<void> {
    const waiting = this.#ports.timeline.inboxHashes();
    const bytes = waiting.reduce((sum, one) => sum + one.bytes, 0);
    if (waiting.length < packedMin && bytes < packedBytesMin) return;
    await drainInbox({ ...this.#ports, breathe: async () => undefined });
  }

  /** True when anything was recorded. */
  #record(tree: PlacedTree): boolean {
    this.#heads ??= readHeads(this.#ports.timeline);
    try {
      const changes = this.#compare(tree, this.#heads);
      for (const { snapshot, head, content } of changes)
        this.#recorder.add(snapshot, head, content);
      this.#recorder.commit();
      for (const { snapshot, head } of changes) {
        if (head === null) this.#heads.delete(snapshot.path);
        else this.#heads.set(snapshot.path, head);
      }
      return changes.length > 0;
    } catch (thrown) {
      // A part may be committed: the timeline alone knows.
      this.#recorder.discard();
      this.#heads = undefined;
      this.#known = undefined;
      throw thrown;
    }
  }

  #compare(tree: PlacedTree, heads: ReadonlyMap<RelPath, LatestHead>): Change[] {
    const at = this.#ports.clock.wall();
    const changes: Change[] = [];
    for (const [path, content] of tree) {
      const hash = this.#ports.digest(content);
      const before = heads.get(path);
      if (before?.hash === hash) continue;
      const bytes = content.length;
      const common = { path, hash, bytes, mode: fileMode };
      const counts = countStep({ recorder: this.#recorder }, before, content);
      const event = before === undefined ? "create" : "modify";
      changes.push({
        snapshot: { ...common, at, event, counts, ...always },
        head: { ...common, stat: { ...noStat, size: BigInt(bytes) }, racy: true },
        content,
      });
    }
    for (const [path, before] of heads) {
      if (tree.has(path)) continue;
      const counts = this.#countGone(before);
      const gone = { path, hash: null, bytes: 0, mode: 0, at, event: "delete", counts } as const;
      changes.push({ snapshot: { ...gone, ...always }, head: null });
    }
    return changes;
  }

  #countGone(before: LatestHead): NewSnapshot["counts"] {
    const content = this.#recorder.content(before.hash);
    const counts = content && countStep({ recorder: this.#recorder }, undefined, content);
    return counts ? { lines: 0, added: 0, removed: counts.lines, exact: true } : null;
  }
}

interface Change {
  readonly snapshot: NewSnapshot;
  /** `null`: the file is gone. */
  readonly head: LatestHead | null;
  readonly content?: Uint8Array;
}

/** Values have no permissions. */
const fileMode = 0o100644;

/** Nothing on a disk has it: were anything ever found at the path, it would be read. */
const noStat: StatKey = {
  ...{ dev: 0n, ino: 0n, size: 0n, mtimeNs: 0n, ctimeNs: 0n },
  mode: fileMode,
};

const always = {
  settled: true,
  cause: "sweep",
  renamedFrom: null,
  operation: null,
  author: unknownAuthor,
} as const;

/** A thousand checkpoints are some packs, and the versions of a file lie in one beside each other. */
const packedMin = 512;
const packedBytesMin = 8 * 2 ** 20;

const headsAtOnce = 10_000;

function readHeads(timeline: Timeline): Map<RelPath, LatestHead> {
  const heads = new Map<RelPath, LatestHead>();
  let after: RelPath | undefined;
  for (;;) {
    const some: Head[] = timeline.heads("" as RelPath, after, headsAtOnce);
    for (const head of some) heads.set(head.path, head);
    after = some.at(-1)?.path;
    if (some.length < headsAtOnce) return heads;
  }
}
