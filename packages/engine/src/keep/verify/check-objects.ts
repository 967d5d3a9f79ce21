import type { BlobId, Steps } from "@unf/core/base";
import type { Digest, ObjectStore, TimelineCheck } from "@unf/core/ports";

export interface CheckObjectsPorts {
  readonly store: Pick<ObjectStore, "has" | "get" | "list" | "listFiles">;
  readonly digest: Digest;
  /** Every timeline whose contents must be kept. */
  readonly timelines: readonly TimelineCheck[];
  /** Read every object and compare its digest; otherwise presence and size count. */
  readonly readData: boolean;
  /** Contents that were read in packs and are sound: read again only where an object stands, too. */
  readonly readInPacks?: ReadonlySet<BlobId>;
  /** Called now and then with the objects looked at so far. */
  readonly onProgress: (objects: number) => void;
}

export interface ObjectFault {
  readonly hash: BlobId;
  /** `damaged`: something stands there that is not the content. */
  readonly fault: "missing" | "damaged";
  readonly bytes: number;
}

export interface CheckedObjects {
  /** Distinct contents that rows refer to. */
  readonly objects: number;
  /** Objects that no row of these timelines refers to. No fault: a later capture may use them. */
  readonly unreferenced: number;
  readonly faults: readonly ObjectFault[];
}

/**
 * Compares what rows refer to with what stands in the store, one of its 256 directories after the
 * other. A content that is only in an inbox is on its way and no fault; so the recorder may go on
 * meanwhile, as others may after each object. Changes nothing.
 */
export function* checkObjects(ports: CheckObjectsPorts): Steps<CheckedObjects> {
  const tally = { objects: 0, unreferenced: 0 };
  const faults: ObjectFault[] = [];
  for (let first = 0; first < 256; first += 1) {
    const digits = first.toString(16).padStart(2, "0");
    const standing = new Set(ports.store.list(digits));
    const isRead = readAlready(ports, digits);
    for (const [hash, bytes] of listReferred(ports.timelines, digits)) {
      tally.objects += 1;
      standing.delete(hash);
      const fault = isRead(hash) ? undefined : examine(ports, hash, bytes);
      if (fault !== undefined) faults.push({ hash, fault, bytes });
      if (tally.objects % 64 === 0) ports.onProgress(tally.objects);
      yield;
    }
    tally.unreferenced += standing.size;
    if (ports.readData) faults.push(...(yield* examineStrays(ports, standing, isRead)));
  }
  ports.onProgress(tally.objects);
  return { ...tally, faults };
}

/** Tells which contents were read in a pack and stand nowhere else. */
function readAlready(
  { store, readInPacks = new Set() }: CheckObjectsPorts,
  digits: string,
): (hash: BlobId) => boolean {
  if (readInPacks.size === 0) return () => false;
  const files = new Set(store.listFiles(digits).map(({ hash }) => hash));
  return (hash) => readInPacks.has(hash) && !files.has(hash);
}

/** An object that nobody refers to would be taken for the content when that is captured again. */
function* examineStrays(
  ports: CheckObjectsPorts,
  strays: Iterable<BlobId>,
  isRead: (hash: BlobId) => boolean,
): Steps<ObjectFault[]> {
  const faults: ObjectFault[] = [];
  for (const hash of strays) {
    yield;
    if (isRead(hash) || !isDamagedStray(ports.store, hash)) continue;
    faults.push({ hash, fault: "damaged", bytes: 0 });
  }
  return faults;
}

/** It may be collected at this moment; then nothing is left to be taken for the content. */
function isDamagedStray({ get, has }: CheckObjectsPorts["store"], hash: BlobId): boolean {
  const found = get(hash);
  if (found.kind !== "found") return found.kind === "damaged";
  return found.isTrashed === true && has(hash, found.bytes.length);
}

function listReferred(
  timelines: readonly TimelineCheck[],
  digits: string,
): ReadonlyMap<BlobId, number> {
  const referred = new Map<BlobId, number>();
  for (const timeline of timelines) {
    for (const { hash, bytes } of timeline.contents(digits)) referred.set(hash, bytes);
  }
  return referred;
}

function examine(
  ports: CheckObjectsPorts,
  hash: BlobId,
  bytes: number,
): ObjectFault["fault"] | undefined {
  const look = () => lookAt(ports, hash, bytes);
  if (look() === undefined || isInboxed(ports, hash)) return undefined;
  // Between the two looks the recorder may have moved it from the inbox into the store.
  return look();
}

function lookAt(
  { store, readData }: CheckObjectsPorts,
  hash: BlobId,
  bytes: number,
): ObjectFault["fault"] | undefined {
  if (!readData && store.has(hash, bytes)) return undefined;
  const found = store.get(hash);
  if (found.kind !== "found") return found.kind;
  // The trash is no place for what is needed, nor what a later capture would rely on.
  return found.isTrashed ? "missing" : undefined;
}

function isInboxed({ timelines, digest }: CheckObjectsPorts, hash: BlobId): boolean {
  return timelines.some((timeline) => {
    const bytes = timeline.inboxed(hash);
    return bytes !== undefined && digest(bytes) === hash;
  });
}
