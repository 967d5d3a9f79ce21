import type { BlobId, Digest, ObjectStore, TimelineCheck } from "@unf/core";

export interface CheckObjectsPorts {
  readonly store: Pick<ObjectStore, "has" | "get" | "list">;
  readonly digest: Digest;
  /** Every timeline whose contents must be kept. */
  readonly timelines: readonly TimelineCheck[];
  /** Read every object and compare its digest; otherwise presence and size count. */
  readonly readData: boolean;
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
 * meanwhile. Changes nothing.
 */
export function checkObjects(ports: CheckObjectsPorts): CheckedObjects {
  const tally = { objects: 0, unreferenced: 0 };
  const faults: ObjectFault[] = [];
  for (let first = 0; first < 256; first += 1) {
    const digits = first.toString(16).padStart(2, "0");
    const standing = new Set(ports.store.list(digits));
    for (const [hash, bytes] of listReferred(ports.timelines, digits)) {
      tally.objects += 1;
      standing.delete(hash);
      const fault = examine(ports, hash, bytes);
      if (fault !== undefined) faults.push({ hash, fault, bytes });
      if (tally.objects % 64 === 0) ports.onProgress(tally.objects);
    }
    tally.unreferenced += standing.size;
    if (ports.readData) faults.push(...examineStrays(ports, standing));
  }
  ports.onProgress(tally.objects);
  return { ...tally, faults };
}

/** An object that nobody refers to would be taken for the content when that is captured again. */
function examineStrays(ports: CheckObjectsPorts, strays: Iterable<BlobId>): ObjectFault[] {
  return [...strays]
    .filter((hash) => ports.store.get(hash).kind === "damaged")
    .map((hash) => ({ hash, fault: "damaged", bytes: 0 }));
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
  const { kind } = store.get(hash);
  return kind === "found" ? undefined : kind;
}

function isInboxed({ timelines, digest }: CheckObjectsPorts, hash: BlobId): boolean {
  return timelines.some((timeline) => {
    const bytes = timeline.inboxed(hash);
    return bytes !== undefined && digest(bytes) === hash;
  });
}
