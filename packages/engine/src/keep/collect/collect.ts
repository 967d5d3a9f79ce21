import { asStorageError, type BlobId, type UnfError, type WallMs } from "@unf/core/base";
import type { Clock, StoredFile, TrashedObject } from "@unf/core/ports";
import { Slice } from "../../base/slice.ts";
import type { Contents } from "../../contents/contents.ts";
import type { UseWatch } from "../../contents/uses.ts";
import { collectPacks } from "./collect-packs.ts";
import { type NamedNeeds, Needed } from "./needed.ts";

export interface CollectLimits {
  readonly sliceMs: number;
  /** An object written later than this ago is left, whoever needs it. */
  readonly graceMs: number;
  /** How long an object stays in the trash. */
  readonly trashMs: number;
  /** Objects that are looked up among the rows at once; bounds the memory. */
  readonly candidatesMax: number;
  /** Part of a pack that nothing needs, from which on it is written anew. */
  readonly deadShare: number;
}

export interface CollectPorts {
  readonly clock: Clock;
  readonly limits: CollectLimits;
  readonly contents: Contents;
  /** All timelines of the home: what none of these needs counts as needed by nobody. */
  readonly timelines: readonly NamedNeeds[];
  /** Throws when this process must not write to the home any more. */
  readonly mayWrite: () => void;
}

export interface CollectOrder {
  /** Only find out what would be done. */
  readonly dryRun: boolean;
  /** Delete what lies in the trash, however short, with what this run puts there. */
  readonly emptyTrash: boolean;
  /** Delete from the trash what has lain there longest, until so many bytes are given back. */
  readonly oldestBytes?: number;
}

export interface Tally {
  readonly objects: number;
  readonly bytes: number;
}

export interface CollectReport {
  /** Put into the trash. */
  readonly collected: Tally;
  /** Left out of packs that were written anew: gone at once. */
  readonly packed: Tally;
  /** Deleted from the trash for good. */
  readonly emptied: Tally;
  /** Objects in the trash afterwards. */
  readonly trash: Tally;
  /** Put back from the trash, because something needs them. */
  readonly restored: number;
  /** Needed by nothing and left, because they were written lately. */
  readonly young: number;
}

/**
 * Moves objects that nothing needs into the trash, and deletes what has lain there long enough. To
 * be run by the one process that writes to the home, and only once at a time. Captures go on
 * meanwhile. Throws `store_damaged` when a timeline contradicts itself, whatever a timeline that
 * cannot be read throws, and `StorageError` when the disk refuses; nothing that anybody might need was
 * touched then. Throws `store_damaged`, too, after all the rest, when a pack is damaged.
 */
export async function collect(ports: CollectPorts, order: CollectOrder): Promise<CollectReport> {
  using uses = ports.contents.uses.watch();
  try {
    return await new Collection(ports, order, uses).run();
  } catch (thrown) {
    throw asStorageError(thrown, "the object store");
  }
}

type Candidate = Pick<StoredFile, "hash" | "bytes">;

class Collection {
  readonly #ports: CollectPorts;
  readonly #order: CollectOrder;
  readonly #uses: UseWatch;
  readonly #slice: Slice;
  readonly #needed: Needed;
  readonly #startedAt: WallMs;
  readonly #tallies = {
    collected: tally(),
    packed: tally(),
    emptied: tally(),
    trash: tally(),
  };
  /** Objects that were put into the trash by then are deleted. */
  #outlivedAt: WallMs;
  #fault: UnfError | undefined;
  #restored = 0;
  #young = 0;

  constructor(ports: CollectPorts, order: CollectOrder, uses: UseWatch) {
    this.#ports = ports;
    this.#order = order;
    this.#uses = uses;
    this.#slice = new Slice(ports.clock, ports.limits.sliceMs);
    this.#needed = new Needed(ports.timelines, this.#slice);
    this.#startedAt = ports.clock.wall();
    this.#outlivedAt = (this.#startedAt - ports.limits.trashMs) as WallMs;
  }

  async run(): Promise<CollectReport> {
    await this.#eachBatch(
      async (digits, needed) => this.#listUnneeded(digits, needed),
      (some) => this.#takeAway(some),
      () => undefined,
    );
    await this.#collectPacks();
    await this.#shortenTrash();
    await this.#eachBatch(
      (digits, needed) => this.#listOutlived(digits, needed),
      (some) => this.#delete(some),
      (one) => this.#restore(one),
    );
    // Said only now: the trash must not grow because a pack is damaged.
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#order.dryRun) this.#foresee();
    return { ...this.#tallies, restored: this.#restored, young: this.#young };
  }

  /**
   * Goes through a listing in batches that are proven to be unneeded and then done away with.
   * `spare`: for candidates that are needed after all.
   */
  async #eachBatch(
    list: (digits: string, needed: ReadonlySet<BlobId>) => Promise<readonly Candidate[]>,
    act: (some: readonly Candidate[]) => void,
    spare: (one: Candidate) => void,
  ): Promise<void> {
    let batch = new Map<BlobId, Candidate>();
    for (let first = 0; first < 256; first += 1) {
      const digits = first.toString(16).padStart(2, "0");
      for (const one of await list(digits, await this.#needed.list(digits))) {
        batch.set(one.hash, one);
        if (batch.size < this.#ports.limits.candidatesMax) continue;
        await this.#settle(batch, act, spare);
        batch = new Map();
      }
    }
    await this.#settle(batch, act, spare);
  }

  async #settle(
    batch: Map<BlobId, Candidate>,
    act: (some: readonly Candidate[]) => void,
    spare: (one: Candidate) => void,
  ): Promise<void> {
    const all = [...batch.values()];
    await this.#needed.prove(batch);
    for (let at = 0; at < all.length; at += step) {
      if (this.#slice.isOver()) await this.#slice.next();
      // From this last look at who needs them to their move nothing else has its turn.
      const isUsed = this.#uses.now();
      const isFree = ({ hash }: Candidate) =>
        batch.has(hash) && !isUsed(hash) && !this.#needed.isNeeded(hash);
      if (!this.#order.dryRun) this.#ports.mayWrite();
      const some = all.slice(at, at + step);
      const free = new Set(some.filter(isFree));
      act([...free]);
      for (const one of some) if (!free.has(one)) spare(one);
    }
  }

  #listUnneeded(digits: string, needed: ReadonlySet<BlobId>): StoredFile[] {
    const { contents, limits } = this.#ports;
    const isOld = ({ changedAt }: StoredFile) => changedAt <= this.#startedAt - limits.graceMs;
    const unneeded = contents.collectable.listFiles(digits).filter(({ hash }) => !needed.has(hash));
    const old = unneeded.filter(isOld);
    this.#young += unneeded.length - old.length;
    return old;
  }

  #takeAway(some: readonly Candidate[]): void {
    const { collectable } = this.#ports.contents;
    for (const one of some) {
      const isDone = this.#order.dryRun || collectable.trash(one.hash) !== undefined;
      if (isDone) add(this.#tallies.collected, one);
    }
  }

  async #collectPacks(): Promise<void> {
    const { contents, clock, limits, mayWrite } = this.#ports;
    const { removed, fault } = await collectPacks({
      contents,
      deadShare: limits.deadShare,
      candidatesMax: limits.candidatesMax,
      slice: this.#slice,
      breathe: () => clock.breathe(),
      needed: this.#needed,
      uses: this.#uses,
      mayWrite,
      dryRun: this.#order.dryRun,
    });
    this.#fault = fault;
    for (const one of removed) add(this.#tallies.packed, one);
  }

  /** A disk that is full has the oldest go before its day is over, and no more than it needs. */
  async #shortenTrash(): Promise<void> {
    let wanted = this.#order.oldestBytes ?? 0;
    if (wanted <= 0) return;
    const lying: { readonly since: WallMs; readonly bytes: number }[] = [];
    for (let first = 0; first < 256; first += 1) {
      if (this.#slice.isOver()) await this.#slice.next();
      const digits = first.toString(16).padStart(2, "0");
      for (const { since, bytes } of this.#ports.contents.collectable.trashed(digits))
        lying.push({ since, bytes });
    }
    for (const { since, bytes } of lying.sort((a, b) => a.since - b.since)) {
      if (wanted <= 0) return;
      wanted -= bytes;
      this.#outlivedAt = Math.max(this.#outlivedAt, since) as WallMs;
    }
  }

  /** Takes back on the way what is needed after all. */
  async #listOutlived(digits: string, needed: ReadonlySet<BlobId>): Promise<TrashedObject[]> {
    const { contents } = this.#ports;
    const outlived: TrashedObject[] = [];
    for (const one of contents.collectable.trashed(digits)) {
      if (this.#slice.isOver()) await this.#slice.next();
      const isOver = one.since <= this.#outlivedAt;
      if (needed.has(one.hash)) this.#restore(one);
      else if (isOver || this.#order.emptyTrash) outlived.push(one);
      else add(this.#tallies.trash, one);
    }
    return outlived;
  }

  /** Puts an object back; a damaged one stays in the trash, where a person may look at it. */
  #restore({ hash, bytes }: Candidate): void {
    const { contents } = this.#ports;
    const { collectable } = contents;
    // It was captured again: then only its copy goes.
    const stands = collectable.has(hash, bytes) || contents.inboxOf(hash) !== undefined;
    if (!this.#order.dryRun) {
      this.#ports.mayWrite();
      if (!collectable.untrash(hash)) return;
    }
    if (!stands) this.#restored += 1;
  }

  #delete(some: readonly Candidate[]): void {
    const { contents } = this.#ports;
    if (!this.#order.dryRun) contents.collectable.emptyTrash(some.map(({ hash }) => hash));
    for (const one of some) add(this.#tallies.emptied, one);
  }

  /** A dry run left in its place what would have lain in the trash. */
  #foresee(): void {
    const { collected, emptied, trash } = this.#tallies;
    const then = this.#order.emptyTrash ? emptied : trash;
    then.objects += collected.objects;
    then.bytes += collected.bytes;
  }
}

/** Objects moved or deleted at once: some 2 ms. */
const step = 64;

interface Sum {
  objects: number;
  bytes: number;
}

function tally(): Sum {
  return { objects: 0, bytes: 0 };
}

function add(sum: Sum, { bytes }: { readonly bytes: number }): void {
  sum.objects += 1;
  sum.bytes += bytes;
}
