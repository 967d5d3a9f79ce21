import type { Blob } from "../base/blob.ts";
import type { AbsPath, BlobId, WallMs } from "../base/brand.ts";

/** A file that holds many contents, each made from the one before it. */
export interface PackFacts {
  /** The name of its file without the end `.pack`. */
  readonly name: string;
  /** Of the file. */
  readonly bytes: number;
  readonly entries: number;
  /** Of all contents in it. */
  readonly contentBytes: number;
}

/** A content in a pack, as the index says. */
export interface PackedContent {
  readonly hash: BlobId;
  readonly bytes: number;
}

/** A pack that was just written, with what it holds. */
export interface WrittenPack extends PackFacts {
  readonly contents: readonly PackedContent[];
}

/** A pack in the place of several. */
export interface MergedPack extends PackFacts {
  /** Those that are gone. One that is damaged is left where it is. */
  readonly from: readonly string[];
}

/** Outcome of writing a pack anew. */
export interface RewrittenPack {
  /** Contents that went. */
  readonly removed: number;
  readonly freedBytes: number;
}

/** Findings of a look at every byte of a pack. */
export interface CheckedPack {
  readonly name: string;
  /** Fault of the file itself; `undefined` when it has none. */
  readonly fault: string | undefined;
  /** Contents that its index has and it does not give. */
  readonly damaged: readonly BlobId[];
}

/** Things of which each is like the one before it in its chain. */
export type Chains<Link = Blob> =
  | AsyncIterable<Iterable<Link> | AsyncIterable<Link>>
  | Iterable<Iterable<Link>>;

/** Lets everything else have its turn. */
export type Breathe = () => Promise<void>;

/** Packs of old contents. Who writes or rewrites one waits until nobody else does. */
export interface PackStore {
  /** Those that can be read. */
  packs(): PackFacts[];
  /**
   * By digest, made as one goes through them. Throws `store_damaged` when the index cannot be relied
   * on.
   */
  packedHashes(name: string): Iterable<PackedContent>;
  /**
   * A content out of a pack, digest checked, whatever object stands beside it. May miss what was
   * packed in this very moment.
   */
  readPacked(hash: BlobId): Uint8Array | undefined;
  /**
   * Takes from `chains`, the contents of one each like the one before, until the pack is full, and
   * writes one. It is verified and durable when this resolves. `undefined`: there was nothing.
   */
  writePack(chains: Chains, breathe: Breathe): Promise<WrittenPack | undefined>;
  /** Removes objects that the pack has; false, and nothing, when it stands there no more. */
  discardPacked(name: string, hashes: readonly BlobId[]): boolean;
  /**
   * Takes the contents that `keep` refuses out of a pack, for good. The new pack is durable before
   * the old one goes. Throws `store_damaged`, and changes nothing, when a content that stays cannot
   * be read.
   */
  rewritePack(
    name: string,
    keep: (hash: BlobId) => boolean,
    breathe: Breathe,
  ): Promise<RewrittenPack>;
  /** `rewritePack` for all packs, also one that is being written right now. */
  rewritePacks(keep: (hash: BlobId) => boolean, breathe: Breathe): Promise<RewrittenPack>;
  /**
   * Makes one pack of several, its contents made from each other anew as `chains` names them; those
   * that it does not name as they were. `undefined`, and nothing, when fewer than two can be read.
   */
  mergePacks(
    names: readonly string[],
    chains: () => Chains<BlobId>,
    breathe: Breathe,
  ): Promise<MergedPack | undefined>;
  /** Looks at each pack's index, with `readData` at every content too. Changes nothing. */
  checkPacks(readData: boolean): Iterable<CheckedPack>;
  /**
   * Writes what a damaged pack still gives into a new one, and moves the damaged one into
   * `lost+found/`. Where to; `undefined` when there is no such pack.
   */
  salvagePack(name: string, breathe: Breathe): Promise<AbsPath | undefined>;
}

/** Packs that are filled as contents come. */
export interface FreshStore {
  /**
   * Puts a content into a pack that is being filled: visible to this process, not yet durable. Each
   * is made from nothing, so that damage to one takes no other. Does not look for it elsewhere.
   */
  putFresh(blob: Blob): void;
  /**
   * Writes all that `putFresh` was given; throws when there is no room, and then may be repeated.
   * What is put after it goes into another pack.
   */
  endFresh(): void;
  /** Makes packs durable that were ended, and puts them in their places. After a failure they are lost. */
  syncFresh(): void;
  /** As `syncFresh`, while everything else goes on. What is put meanwhile is left out. */
  flushFresh(): Promise<void>;
  /** Takes away all that `putFresh` was given and that is not durable. */
  abandonFresh(): void;
}

/** Bytes addressed by digest: `objects/ab/cdef…`, raw, mode 0444; old and many new ones in packs. */
export interface ObjectStore extends PackStore, FreshStore {
  /**
   * True when a regular file of exactly `size` bytes stands under the digest, or a pack has it. A
   * file of another size is the remains of a crash and counts as absent.
   */
  has(hash: BlobId, size: number): boolean;
  /**
   * Temp + rename without fsync: visible, not yet durable. What stands there damaged is set aside.
   * Does not look into packs: a content may stand in both.
   */
  put(blob: Blob): void;
  /** Like `put`, and takes the place of an object that stands there already. */
  replace(blob: Blob): void;
  /** Removes objects that nothing refers to. Those that are not there are no error. */
  discard(hashes: readonly BlobId[]): void;
  /**
   * Deletes contents for good, at once and wherever they lie: as objects, in the trash, among what was
   * set aside. Durable when it returns. Those that are not there are no error.
   */
  forget(hashes: readonly BlobId[]): void;
  /**
   * Moves whatever stands under the digest out of the store, where it is kept for a person to look
   * at; afterwards the content can be put anew. Where to, or `undefined` when nothing stands there.
   */
  setAside(hash: BlobId): AbsPath | undefined;
  /** The digests under which anything stands that begin with these two digits, in no order. */
  list(digits: string): BlobId[];
  /** Entries among the temporaries that were last changed before `before`. Removed with `remove`. */
  leftovers(before: WallMs, what: "count" | "remove"): number;
  /** Makes everything put so far durable at once. */
  syncAll(): void;
  /** As `syncAll`, while everything else goes on: what is put after the call may be left out. */
  flushAll(): Promise<void>;
  /** Makes these objects and their directories durable; used when an inbox is drained. */
  sync(hashes: readonly BlobId[]): void;
  /**
   * The bytes, digest checked; `missing` or `damaged` otherwise. Looks into the trash, too:
   * `isTrashed` says that the content is nowhere else.
   */
  get(
    hash: BlobId,
  ):
    | { readonly kind: "found"; readonly bytes: Uint8Array; readonly isTrashed?: true }
    | { readonly kind: "missing" | "damaged" };
  /** The object files whose digest begins with these two digits, in no order. */
  listFiles(digits: string): StoredFile[];
  /**
   * Moves the object file into the trash, where its time begins now; `has` does not see it there.
   * Its size, or `undefined` when none stands there. A power cut may undo it.
   */
  trash(hash: BlobId): number | undefined;
  /** Objects in the trash, in no order; with `digits`, only those that begin with these two. */
  trashed(digits?: string): TrashedObject[];
  /**
   * Puts a content of the trash back into its place, durable when it returns; false when it is not
   * there or is damaged, and then stays there.
   */
  untrash(hash: BlobId): boolean;
  /** Deletes from the trash for good, durable when it returns. What is not there is no error. */
  emptyTrash(hashes: readonly BlobId[]): void;
}

/** An object file. `changedAt`: when it was written. */
export interface StoredFile {
  readonly hash: BlobId;
  readonly bytes: number;
  readonly changedAt: WallMs;
}

/** An object that nothing needed. `since`: when it was moved into the trash. */
export interface TrashedObject {
  readonly hash: BlobId;
  readonly bytes: number;
  readonly since: WallMs;
}

/** BLAKE3-256 of `bytes`. */
export type Digest = (bytes: Uint8Array) => BlobId;
