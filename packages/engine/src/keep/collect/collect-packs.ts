import { type BlobId, UnfError } from "@unf/core/base";
import type { PackedContent } from "@unf/core/ports";
import type { Slice } from "../../base/slice.ts";
import type { Contents } from "../../contents/contents.ts";
import type { UseWatch } from "../../contents/uses.ts";
import type { Needed } from "./needed.ts";

export interface CollectPacksPorts {
  readonly contents: Contents;
  readonly deadShare: number;
  readonly candidatesMax: number;
  readonly slice: Slice;
  readonly breathe: () => Promise<void>;
  readonly needed: Needed;
  readonly uses: UseWatch;
  readonly mayWrite: () => void;
  readonly dryRun: boolean;
}

/** Outcome for the packs. */
export interface CollectedPacks {
  /** Contents that are in none of them any more. */
  readonly removed: readonly PackedContent[];
  /** Of one that is damaged, and stays as it is until it is repaired. */
  readonly fault: UnfError | undefined;
}

/** Writes packs anew of which nothing needs a large part. */
export async function collectPacks(ports: CollectPacksPorts): Promise<CollectedPacks> {
  const { collectable } = ports.contents;
  const removed: PackedContent[] = [];
  let fault: UnfError | undefined;
  for (const { name, contentBytes } of collectable.packs()) {
    const packed = orFault(() => collectable.packedHashes(name));
    if (packed instanceof UnfError) {
      fault ??= packed;
      continue;
    }
    const dead = await listDead(ports, packed);
    const bytes = dead.values().reduce((sum, one) => sum + one.bytes, 0);
    if (dead.size === 0 || bytes < ports.deadShare * contentBytes) continue;
    await proveAll(ports, dead);
    const gone = await rewrite(ports, name, dead).catch(faultOf);
    if (gone instanceof UnfError) fault ??= gone;
    else removed.push(...gone);
  }
  return { removed, fault };
}

function orFault<T>(read: () => T): T | UnfError {
  try {
    return read();
  } catch (thrown) {
    return faultOf(thrown);
  }
}

/** One damaged pack keeps nothing else from being collected. Anything but damage is thrown on. */
function faultOf(thrown: unknown): UnfError {
  if (thrown instanceof UnfError && thrown.code === "store_damaged") return thrown;
  throw thrown;
}

async function listDead(
  { needed, slice }: CollectPacksPorts,
  packed: Iterable<PackedContent>,
): Promise<Map<BlobId, PackedContent>> {
  const dead = new Map<BlobId, PackedContent>();
  for (const one of packed) {
    if (slice.isOver()) await slice.next();
    // No trash has what a pack loses.
    if (!needed.isNeeded(one.hash) && !needed.canBringBack(one.hash)) dead.set(one.hash, one);
  }
  return dead;
}

/** So many at once as memory bounds it. */
async function proveAll(
  { needed, candidatesMax }: CollectPacksPorts,
  dead: Map<BlobId, PackedContent>,
): Promise<void> {
  const all = [...dead];
  for (let at = 0; at < all.length; at += candidatesMax) {
    const part = all.slice(at, at + candidatesMax);
    const left = new Map(part);
    await needed.prove(left);
    for (const [hash] of part) if (!left.has(hash)) dead.delete(hash);
  }
}

async function rewrite(
  ports: CollectPacksPorts,
  name: string,
  dead: Map<BlobId, PackedContent>,
): Promise<PackedContent[]> {
  const { contents, needed, uses, mayWrite, breathe, dryRun } = ports;
  const isUsed = uses.now();
  for (const hash of dead.keys())
    if (isUsed(hash) || needed.isNeeded(hash) || needed.canBringBack(hash)) dead.delete(hash);
  const gone = [...dead.values()];
  if (gone.length === 0 || dryRun) return gone;
  mayWrite();
  // The writing takes a while. What is captured meanwhile must not rely on what the pack will lose.
  using withheld = contents.withhold([...dead.keys()]);
  void withheld;
  await contents.collectable.rewritePack(name, (hash) => !dead.has(hash), breathe);
  return gone;
}
