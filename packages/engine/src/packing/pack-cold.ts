import {
  type Breathe,
  isWorthPacking,
  type Log,
  type PackBounds,
  planMerge,
  type TimelineReader,
  type WallMs,
} from "@unf/core";
import { listColdChains } from "./cold-chains.ts";
import { HashSketch } from "./hash-sketch.ts";
import { listHot } from "./list-hot.ts";
import type { PackableStore } from "./packable-store.ts";

export interface PackingPorts {
  readonly now: WallMs;
  readonly limits: PackBounds & {
    readonly coldMs: number;
    readonly graceMs: number;
    readonly contentBytesMax: number;
  };
  readonly store: PackableStore;
  /** All timelines of the home that can be read. */
  readonly timelines: readonly TimelineReader[];
  readonly breathe: Breathe;
  /** False as soon as there is something better to do: what is begun is finished, no more is begun. */
  readonly isIdle: () => boolean;
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
  const { store, breathe, mayWrite, isIdle, limits } = ports;
  const report = { packs: 0, objects: 0, bytes: 0, merged: 0 };
  const cold = await listCold(ports);
  if (cold !== undefined) {
    const chains = listColdChains({
      ...ports,
      isCold: (hash) => cold.has(hash),
      onPacked: (hash) => store.discard([hash]),
    });
    // One pack after the other out of the same chains: none of them is read twice.
    const rest = { [Symbol.asyncIterator]: () => ({ next: () => chains.next() }) };
    for (;;) {
      mayWrite();
      const pack = await store.writePack(rest, breathe);
      if (pack === undefined) break;
      report.packs += 1;
      const packed = store.packedHashes(pack.name);
      for (let at = 0; at < packed.length; at += step) {
        mayWrite();
        store.discard(packed.slice(at, at + step).map(({ hash }) => hash));
        await breathe();
      }
      report.objects += pack.entries;
      report.bytes += pack.contentBytes;
    }
  }
  const small = isIdle() ? planMerge(store.packs(), limits) : [];
  if (small.length > 0) {
    mayWrite();
    await store.mergePacks(small, breathe);
    report.merged = small.length;
  }
  if (report.packs + report.merged > 0) ports.log.info("packed", { ...report });
  return report;
}

/** Objects that may be packed; `undefined` when they are not worth a pack. */
async function listCold(ports: PackingPorts): Promise<HashSketch | undefined> {
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
