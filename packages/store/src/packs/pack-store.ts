import type { AbsPath, BlobId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Breathe, Chains, CheckedPack, PackStore, WrittenPack } from "@unf/core/ports";
import { copyPack } from "./copy-pack.ts";
import { mergePacks } from "./merge-packs.ts";
import type { PackPorts, PackWritingPorts } from "./pack-ports.ts";
import { type PackSet, packPath } from "./pack-set.ts";
import { clearPackTemporaries } from "./pack-temporaries.ts";
import { PackWriter } from "./pack-writer.ts";
import { salvagePack } from "./salvage-pack.ts";
import { ChainWriter } from "./write-chain.ts";

/** Looks at an index between two turns of everything else: some 1 ms. */
const step = 1024;

/** The objects that stand beside packs. */
export interface StandingObjects {
  readonly read: (hash: BlobId) => Uint8Array | undefined;
  readonly path: (hash: BlobId) => AbsPath;
}

/** Reads, writes and rewrites packs. `isWriting`: a temporary among the packs is nobody's leftover. */
export function createPackStore(
  ports: PackWritingPorts,
  set: PackSet,
  objects: StandingObjects,
): { readonly packing: PackStore; readonly isWriting: () => boolean } {
  const { inTurn, isBusy } = createQueue();
  const remove = (names: readonly string[]): void => {
    for (const name of names) ports.fs.remove(packPath(ports, name));
    if (names.length > 0) ports.fs.syncDirectory(ports.packsDirectory);
  };
  const rewrite: PackStore["rewritePack"] = async (name, keep, breathe) => {
    let [removed, seen] = [0, 0];
    for (const { hash } of set.records(name)) {
      if (!keep(hash)) removed += 1;
      seen += 1;
      if (seen % step === 0) await breathe();
    }
    if (removed === 0) return { removed, freedBytes: 0 };
    const before = set.facts().find((one) => one.name === name)?.bytes ?? 0;
    const after = await copyPack(ports, set, name, keep, breathe);
    remove([name]);
    return { removed, freedBytes: before - (after?.bytes ?? 0) };
  };
  const packing: PackStore = {
    packs: () => set.facts(),
    packedHashes: (name) => set.records(name),
    readPacked: (hash) => {
      const found = set.tryGet(hash);
      return found.kind === "found" ? found.bytes : undefined;
    },
    writePack: (chains, breathe) => inTurn(() => writePack(ports, chains, breathe)),
    discardPacked: (name, hashes) => {
      const isThere = ports.fs.lstat(packPath(ports, name)) !== undefined;
      if (isThere) for (const hash of hashes) ports.fs.remove(objects.path(hash));
      return isThere;
    },
    rewritePack: (name, keep, breathe) => inTurn(() => rewrite(name, keep, breathe)),
    rewritePacks: (keep, breathe) =>
      inTurn(async () => {
        // A crash may have left there, whole or in part, the content that is to go.
        clearPackTemporaries(ports);
        const sum = { removed: 0, freedBytes: 0 };
        for (const name of set.names()) {
          const { removed, freedBytes } = await rewrite(name, keep, breathe);
          sum.removed += removed;
          sum.freedBytes += freedBytes;
        }
        return sum;
      }),
    mergePacks: (names, chains, breathe) =>
      inTurn(async () => {
        const merged = await mergePacks(ports, set, names, chains, breathe);
        remove(merged?.from ?? []);
        return merged;
      }),
    checkPacks: (readData) => checkPacks(ports, set, readData),
    salvagePack: (name, breathe) =>
      inTurn(() => salvagePack(ports, set, name, objects.read, breathe)),
  };
  return { packing, isWriting: () => isBusy() || ports.writing.size > 0 };
}

/** Does one thing after the other: what is taken out of a pack must not live on in its copy. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1;
    const next = last.then(work, work).finally(() => {
      waiting -= 1;
    });
    last = next;
    return next;
  };
  return { inTurn, isBusy: () => waiting > 0 };
}

/** Looks at every pack, and with `readData` at every content in it. */
function* checkPacks(
  { digest }: PackPorts,
  set: PackSet,
  readData: boolean,
): Iterable<CheckedPack> {
  for (const name of set.names()) {
    const file = set.open(name, true);
    const records = set.tryRecords(name);
    if (records === undefined) {
      const fault = file.readFooter() === undefined ? "its end is torn" : "its index is damaged";
      yield { name, fault, damaged: [] };
      continue;
    }
    const damaged: BlobId[] = [];
    for (const { hash, offset } of readData
      ? [...records].sort((a, b) => a.offset - b.offset)
      : []) {
      const bytes = file.readContent(offset);
      if (bytes === undefined || digest(bytes) !== hash) damaged.push(hash);
    }
    yield { name, fault: undefined, damaged };
  }
}

/** Writes one pack of what `chains` gives until it is full, as `PackStore.writePack` says. */
async function writePack(
  ports: PackWritingPorts,
  chains: Chains,
  breathe: Breathe,
): Promise<WrittenPack | undefined> {
  const writer = new PackWriter(ports, breathe);
  try {
    const links = new ChainWriter(ports.compression, writer);
    for await (const chain of chains) {
      links.begin();
      for await (const blob of chain) {
        await links.add(blob);
        if (isFull(writer)) break;
      }
      if (isFull(writer)) break;
    }
    return writer.entries === 0 ? undefined : await writer.finish();
  } catch (thrown) {
    writer.abandon();
    throw thrown;
  }
}

function isFull(writer: PackWriter): boolean {
  return writer.bytes >= limits.pack.bytesMax || writer.entries >= limits.pack.entriesMax;
}
