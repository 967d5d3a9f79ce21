import type { RelPath, WallMs } from "@unf/core/base";
import type { Breathe, Log, TimelineReader, WrittenPack } from "@unf/core/ports";
import { isWorthPacking, type PackBounds, planMerge } from "@unf/core/storage";
import { eachHead } from "../../base/each-head.ts";
import type { Contents } from "../../contents/contents.ts";
import type { PackableStore } from "../../contents/packable-store.ts";
import type { UseWatch } from "../../contents/uses.ts";
import { listChains, listColdChains } from "./cold-chains.ts";
import { HashSketch } from "./hash-sketch.ts";

export interface PackingPorts {
  readonly now: WallMs;
  readonly limits: PackBounds & {
    readonly coldMs: number;
    readonly graceMs: number;
    readonly contentBytesMax: number;
  };
  readonly contents: Contents;
  /** All timelines of the home that can be read. */
  readonly timelines: readonly TimelineReader[];
  readonly breathe: Breathe;
  /** False as soon as there is something better to do: what is begun is finished, no more is begun. */
  readonly isIdle: () => boolean;
  /** False where a pack beside what it will replace might fill the disk. */
  readonly hasRoom: () => boolean;
  /** Throws when this process must not write to the home any more. */
  readonly mayWrite: () => void;
  readonly log: Log;
}

export interface PackingReport {
  readonly packs: number;
  /** Contents whose objects went, and the bytes of those. */
  readonly objects: number;
  readonly bytes: number;
  /** Small packs that became one. */
  readonly merged: number;
}

/** Objects taken away at once: some 2 ms. */
const step = 64;

/**
 * Packs the objects that no row of the last days names and no file holds, as chains of the versions
 * of a path. An object goes only once its pack is durable and was read again. For the one process
 * that writes to the home.
 */
export async function packCold(ports: PackingPorts): Promise<PackingReport> {
  // From before anything is looked at: what is captured meanwhile may rely on an object.
  using uses = ports.contents.uses.watch();
  const packing = { ...ports, store: ports.contents.packable, uses };
  const report = { packs: 0, objects: 0, bytes: 0, merged: 0 };
  const cold = await listCold(packing);
  if (cold !== undefined) await writePacks(packing, cold, report);
  report.merged = await merge(packing);
  if (report.packs + report.merged > 0) ports.log.info("packed", { ...report });
  return report;
}

interface Packing extends PackingPorts {
  readonly store: PackableStore;
  readonly uses: UseWatch;
}

type Sums = { -readonly [name in keyof PackingReport]: PackingReport[name] };

async function writePacks(packing: Packing, cold: HashSketch, report: Sums): Promise<void> {
  const { store, uses, breathe, mayWrite, hasRoom } = packing;
  const chains = listColdChains({
    ...packing,
    isCold: (hash) => cold.has(hash),
    onPacked: (hash) => {
      if (!uses.isNoted(hash)) store.discard([hash]);
    },
  });
  // One pack after the other out of the same chains: none of them is read twice.
  const rest = { [Symbol.asyncIterator]: () => ({ next: () => chains.next() }) };
  while (hasRoom()) {
    mayWrite();
    const pack = await store.writePack(rest, breathe);
    if (pack === undefined) break;
    report.packs += 1;
    report.bytes += pack.contentBytes;
    report.objects += pack.entries;
    await discardPacked(packing, pack);
  }
}

/**
 * Takes away the objects that a pack has now, but none that was captured meanwhile: a collection may
 * have decided before that the pack is to lose it. One that stays is looked at the next time.
 */
async function discardPacked(
  { store, uses, breathe, mayWrite }: Packing,
  { name, contents }: WrittenPack,
): Promise<void> {
  for (let at = 0; at < contents.length; at += step) {
    mayWrite();
    const some = contents.slice(at, at + step).map(({ hash }) => hash);
    const free = some.filter((hash) => !uses.isNoted(hash));
    // When it was written anew meanwhile, nobody knows what is in it.
    if (!store.discardPacked(name, free)) return;
    await breathe();
  }
}

/** Makes one pack of small ones. Of how many. */
async function merge(packing: Packing): Promise<number> {
  const { store, isIdle, hasRoom, mayWrite, limits, breathe } = packing;
  const small = isIdle() && hasRoom() ? planMerge(store.packs(), limits) : [];
  if (small.length === 0) return 0;
  mayWrite();
  const merged = await store.mergePacks(small, () => listChains(packing), breathe);
  return merged?.from.length ?? 0;
}

/** Objects that may be packed; `undefined` when they are not worth a pack. */
async function listCold(ports: Packing): Promise<HashSketch | undefined> {
  const { store, now, limits, breathe } = ports;
  const hot = await listHot(ports);
  const cold = new HashSketch();
  let bytes = 0;
  for (let first = 0; first < 256; first += 1) {
    for (const file of store.listFiles(first.toString(16).padStart(2, "0"))) {
      const isOld = file.changedAt <= now - limits.graceMs;
      if (!isOld || file.bytes > limits.contentBytesMax || hot.has(file.hash)) continue;
      cold.add(file.hash);
      bytes += file.bytes;
    }
    await breathe();
  }
  return isWorthPacking({ objects: cold.size, bytes }, limits) ? cold : undefined;
}

/** The contents of all files that are on disk, and of all rows of the last `coldMs`. */
async function listHot({
  timelines,
  now,
  limits,
  breathe,
}: {
  readonly timelines: readonly TimelineReader[];
  readonly now: WallMs;
  readonly limits: { readonly coldMs: number };
  readonly breathe: () => Promise<void>;
}): Promise<HashSketch> {
  const hot = new HashSketch();
  const since = (now - limits.coldMs) as WallMs;
  for (const timeline of timelines) {
    for (const { hash } of eachHead(timeline, "" as RelPath)) {
      hot.add(hash);
      await breathe();
    }
    const recent = { within: [], since, interim: true, order: "newest" } as const;
    for (const { hash } of timeline.find(recent)) {
      if (hash !== null) hot.add(hash);
      await breathe();
    }
  }
  return hot;
}
