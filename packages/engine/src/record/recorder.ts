import type { Attributed } from "@unf/core/attribution";
import {
  type Blob,
  type BlobId,
  isWithin,
  type MonoMs,
  type RelPath,
  StorageError,
  type WallMs,
} from "@unf/core/base";
import { decideCommitAt } from "@unf/core/capture";
import type { Attribution as AttributionOfRow, Settlement } from "@unf/core/ports";
import type { Candidate, Head, LineCounts, NewSnapshot, StatKey } from "@unf/core/timeline";
import { ModeLedger } from "./mode-ledger.ts";
import type { LatestHead, RecorderPorts, Row, RowObserver } from "./recorder-ports.ts";

export type { LatestHead, RecorderPorts, Row, RowObserver };

interface Waiting {
  readonly row: Row;
  candidates: readonly Candidate[];
  readonly head: LatestHead | null;
}

/** A content that waits, and a path that has it. */
interface WaitingBlob extends Blob {
  readonly path: RelPath;
}

/** The share of the largest batch from which on it is committed at the next occasion. */
const nearlyFull = 3 / 4;

/**
 * Gathers rows and contents of one project and commits them together.
 *
 * A small batch travels through the inbox: one flush makes rows and contents durable. The contents of
 * a large one go into a pack, which is made durable at once, and then its rows are committed.
 */
export class Recorder {
  observer: RowObserver | undefined;
  /** Of directories; what is noted there is committed with everything else. */
  readonly modes: ModeLedger;
  readonly #ports: RecorderPorts;
  #waiting: Waiting[] = [];
  #heads = new Map<RelPath, LatestHead | null>();
  #blobs = new Map<BlobId, WaitingBlob>();
  #blobBytes = 0;
  #bulk = false;
  /** `Contents.losses` when the first content of this batch was put without an inbox. */
  #lossesBefore = 0;
  #restats = new Map<RelPath, Pick<Head, "path" | "stat" | "racy">>();
  #settlements: Settlement[] = [];
  #attributions: AttributionOfRow[] = [];
  /** Among what waits: files that had no head and cannot be recorded. */
  #newUnrecordable = 0;
  #lastCommitAt: MonoMs | undefined;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
    this.modes = new ModeLedger(ports.timeline);
  }

  /** Rows that the next commit writes. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The path's head in the timeline once everything waiting is committed. */
  head(path: RelPath): LatestHead | undefined {
    const waiting = this.#heads.get(path);
    if (waiting !== undefined) return waiting ?? undefined;
    return this.#ports.timeline.head(path);
  }

  /** Contents named by the rows that the next commit writes. */
  *waitingHashes(): Generator<BlobId> {
    for (const { row } of this.#waiting) if (row.snapshot.hash !== null) yield row.snapshot.hash;
  }

  /** How many files have a head that cannot be recorded; of what waits those that came. */
  unrecordable(): number {
    return this.#ports.timeline.unrecordableHeads() + this.#newUnrecordable;
  }

  /** True when a row that waits makes a head at the path or below it. */
  holdsWithin(directory: RelPath): boolean {
    for (const [path, head] of this.#heads) {
      if (head !== null && isWithin(directory, path)) return true;
    }
    return false;
  }

  /** Content by digest: waiting, in the inbox, or in the object store. */
  content(hash: BlobId): Uint8Array | undefined {
    const { contents, timeline } = this.#ports;
    const waiting = this.#blobs.get(hash)?.bytes;
    if (waiting !== undefined) return waiting;
    const isInboxed = contents.inboxOf(hash)?.timeline === timeline;
    const inboxed = isInboxed ? timeline.inboxed(hash) : undefined;
    return inboxed ?? contents.read(hash) ?? (isInboxed ? undefined : timeline.inboxed(hash));
  }

  /** `content` may be omitted when the row has none or its content is known to be kept already. */
  add(snapshot: NewSnapshot, head: LatestHead | null, content?: Uint8Array): Row {
    // Before the row is taken: if the commit fails, whoever asked still knows that it is not recorded.
    if (this.#waiting.length >= this.#ports.limits.bulkRowsMax) this.commit();
    const row: Row = { id: undefined, snapshot };
    const before = this.head(snapshot.path);
    const { author, candidates } = this.#ports.owner.attribute(row, before, head);
    row.snapshot = { ...snapshot, author };
    this.observer?.recorded(row, head === null ? before : undefined, head);
    this.#waiting.push({ row, head, candidates });
    if (before === undefined && head?.unrecordable !== undefined) this.#newUnrecordable += 1;
    this.#heads.set(snapshot.path, head);
    this.#restats.delete(snapshot.path);
    if (snapshot.hash !== null && content !== undefined)
      this.#keep({ hash: snapshot.hash, bytes: content, path: snapshot.path });
    return row;
  }

  /** The file was touched but is what was recorded: only its stat is new. */
  restat(head: LatestHead, stat: StatKey, racy: boolean): void {
    const waiting = this.#heads.get(head.path);
    if (waiting === undefined) {
      this.#restats.set(head.path, { path: head.path, stat, racy });
      return;
    }
    this.#heads.set(head.path, { ...head, stat, racy });
    const at = this.#waiting.findLastIndex((w) => w.row.snapshot.path === head.path);
    const last = this.#waiting[at];
    if (last !== undefined) this.#waiting[at] = { ...last, head: { ...head, stat, racy } };
  }

  /** Marks a row as settled, with what it means against the state before its burst. */
  settle(
    row: Row,
    meaning: { readonly event: NewSnapshot["event"]; readonly counts: LineCounts | null },
    before: LatestHead | undefined,
  ): void {
    this.amend(row, meaning);
    this.observer?.settled(row, meaning.event, before);
  }

  /** Changes what a row means. All such changes are committed together with the rows that wait. */
  amend(row: Row, meaning: Omit<Settlement, "id">): void {
    if (row.id === undefined) {
      row.snapshot = { ...row.snapshot, settled: true, ...meaning };
    } else {
      this.#settlements.push({ id: row.id, ...meaning });
    }
  }

  /** Replaces what was said of who wrote a row. */
  attribute(row: Row, { author, candidates }: Attributed): void {
    row.snapshot = { ...row.snapshot, author };
    if (row.id !== undefined) {
      this.#attributions.push({ id: row.id, author, candidates });
      return;
    }
    const waiting = this.#waiting.find((one) => one.row === row);
    if (waiting !== undefined) waiting.candidates = candidates;
  }

  /** When the next commit is due; `undefined` while nothing waits. */
  dueAt(now: MonoMs): MonoMs | undefined {
    const idle = this.#changes === 0;
    return idle ? undefined : decideCommitAt(this.#lastCommitAt, now, this.#ports.limits);
  }

  /** Forgets what waits; gives the time of the earliest of it. The disk still has the files. */
  discard(): WallMs | undefined {
    const times = this.#waiting.map(({ row }) => row.snapshot.at);
    this.#reset();
    this.modes.discard();
    return times.length === 0 ? undefined : (Math.min(...times) as WallMs);
  }

  /**
   * Commits everything that waits. Durable when it returns. When it throws, everything still waits,
   * and whether it is committed all the same only a fresh look at the timeline can tell.
   */
  commit(): void {
    const { timeline, clock, contents } = this.#ports;
    if (this.#bulk) this.#putVolatile();
    const inbox = [...this.#blobs.values()];
    const waiting = this.#waiting;
    const restats = [...this.#restats.values()];
    if (this.#changes === 0) return;
    if (this.#bulk) this.#syncVolatile();
    const ids = timeline.commit({
      inbox,
      recordings: waiting.map(({ row, head, candidates }) => ({
        snapshot: row.snapshot,
        head,
        ...(candidates.length === 0 ? {} : { candidates }),
      })),
      restats,
      settlements: this.#settlements,
      attributions: this.#attributions,
      directories: this.modes.waiting,
    });
    this.modes.committed();
    for (const [index, { row }] of waiting.entries()) row.id = ids[index];
    this.#reset();
    this.#lastCommitAt = clock.mono();
    for (const { hash, path } of inbox) contents.noteInboxed(hash, { timeline, path });
    if (waiting.length > 0) this.#ports.owner.onCommitted(waiting.map(({ row }) => row));
  }

  /** Makes the contents of a large batch durable ahead of its commit, while everything else goes on. */
  async flushAhead(): Promise<void> {
    if (!this.#bulk) return;
    this.#putVolatile();
    await this.#ports.contents.flushVolatile();
  }

  /** Commits a large batch before it has to be; to be called between two slices of work. */
  async commitLarge(): Promise<void> {
    if (!this.#bulk || this.waiting < this.#ports.limits.bulkRowsMax * nearlyFull) return;
    await this.flushAhead();
    this.commit();
  }

  #keep(blob: WaitingBlob): void {
    const { contents, timeline } = this.#ports;
    const { hash, bytes } = blob;
    if (this.#blobs.has(hash) || contents.isDurable(hash, bytes.length, timeline)) return;
    this.#blobs.set(hash, blob);
    this.#blobBytes += bytes.length;
    const { inboxBlobsMax, inboxBytesMax } = this.#ports.limits;
    if (this.#bulk || this.#blobs.size > inboxBlobsMax || this.#blobBytes > inboxBytesMax) {
      if (!this.#bulk) this.#lossesBefore = contents.losses;
      this.#bulk = true;
      this.#putVolatile();
    }
  }

  /** Memory stays bounded in a large batch because its contents do not wait for the commit. */
  #putVolatile(): void {
    for (const blob of this.#blobs.values()) this.#ports.contents.putFresh(blob);
    this.#blobs.clear();
    this.#blobBytes = 0;
  }

  /** Also what another project put is lost when its flush fails: one flush is for all of them. */
  #syncVolatile(): void {
    const { contents } = this.#ports;
    contents.syncVolatile(this.waitingHashes());
    if (contents.losses === this.#lossesBefore) return;
    throw new StorageError("failed", "contents that wait to be recorded were lost by the disk");
  }

  /** Entries that the next commit would write. */
  get #changes(): number {
    const rows = this.#waiting.length + this.#restats.size;
    const said = this.#settlements.length + this.#attributions.length;
    return rows + said + this.modes.waiting.length;
  }

  #reset(): void {
    this.#waiting = [];
    this.#heads.clear();
    this.#blobs.clear();
    this.#blobBytes = 0;
    this.#bulk = false;
    this.#newUnrecordable = 0;
    this.#restats.clear();
    this.#settlements = [];
    this.#attributions = [];
  }
}
