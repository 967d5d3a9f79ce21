import type { BlobId, PackedContent } from "@unf/core";
import type { Contents } from "../capture/contents.ts";
import type { Slice } from "../sweep/slice.ts";
import type { Needed } from "./needed.ts";
import type { UseWatch } from "./uses.ts";

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

/** Writes packs anew of which nothing needs a large part. Gives what is in none of them any more. */
export async function collectPacks(ports: CollectPacksPorts): Promise<PackedContent[]> {
  const { collectable } = ports.contents;
  const removed: PackedContent[] = [];
  for (const { name } of collectable.packs()) {
    const packed = collectable.packedHashes(name);
    const dead = await listDead(ports, packed);
    if (dead.size === 0 || sum([...dead.values()]) < ports.deadShare * sum(packed)) continue;
    await proveAll(ports, dead);
    removed.push(...(await rewrite(ports, name, dead)));
  }
  return removed;
}

async function listDead(
  { needed, slice }: CollectPacksPorts,
  packed: readonly PackedContent[],
): Promise<Map<BlobId, PackedContent>> {
  const dead = new Map<BlobId, PackedContent>();
  for (const one of packed) {
    if (slice.isOver()) await slice.next();
    if (!needed.isNeeded(one.hash)) dead.set(one.hash, one);
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
  for (const hash of dead.keys()) if (isUsed(hash) || needed.isNeeded(hash)) dead.delete(hash);
  const gone = [...dead.values()];
  if (gone.length === 0 || dryRun) return gone;
  mayWrite();
  // The writing takes a while. What is captured meanwhile must not rely on what the pack will lose.
  using withheld = contents.withhold([...dead.keys()]);
  void withheld;
  await contents.collectable.rewritePack(name, (hash) => !dead.has(hash), breathe);
  return gone;
}

function sum(some: readonly PackedContent[]): number {
  return some.reduce((total, { bytes }) => total + bytes, 0);
}
