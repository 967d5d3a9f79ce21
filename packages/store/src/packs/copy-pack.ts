import { type BlobId, UnfError } from "@unf/core/base";
import { type Breathe, canBeDictionary, type PackFacts } from "@unf/core/ports";
import type { PackFile } from "./pack-file.ts";
import type { PackRecord } from "./pack-format.ts";
import type { PackWritingPorts } from "./pack-ports.ts";
import type { PackSet } from "./pack-set.ts";
import { PackWriter } from "./pack-writer.ts";

/** The base from which an entry of the old pack is made in the new one. */
interface Replacement {
  /** Its offset in the old pack. */
  readonly from: number;
  /** The same in the new one. */
  readonly to: number;
}

/**
 * Copies what `keep` wants of a pack into a new one, which is durable when this resolves; `undefined`
 * when that is nothing. The old one stays. Frames are copied as they are; a content whose base is left
 * out is made from what that one was made from. Throws `store_damaged` when something that stays
 * cannot be read.
 */
export async function copyPack(
  ports: PackWritingPorts,
  set: PackSet,
  name: string,
  keep: (hash: BlobId) => boolean,
  breathe: Breathe,
): Promise<PackFacts | undefined> {
  const writer = new PackWriter(ports, breathe);
  try {
    const records = [...set.records(name)].sort((a, b) => a.offset - b.offset);
    const copying = { ports, writer, file: set.open(name, true), name, breathe };
    await copyEntries(copying, records, keep);
    // A frame that was copied is not looked into before.
    const isOld = (hash: BlobId) => set.tryGet(hash).kind === "damaged";
    const blame = (hash: BlobId) => (isOld(hash) ? damaged(name, hash) : undefined);
    return writer.entries === 0 ? undefined : await writer.finish(blame);
  } catch (thrown) {
    writer.abandon();
    throw thrown;
  }
}

interface Copying {
  readonly ports: PackWritingPorts;
  readonly writer: PackWriter;
  readonly file: PackFile;
  readonly name: string;
  readonly breathe: Breathe;
}

async function copyEntries(
  copying: Copying,
  records: readonly PackRecord[],
  keep: (hash: BlobId) => boolean,
): Promise<void> {
  const { writer, file, name, breathe } = copying;
  /** By the offset of an entry in the old pack; `undefined`: from nothing. */
  const places = new Map<number, Replacement | undefined>();
  for (const record of records) {
    const { hash, offset } = record;
    const entry = file.readEntry(offset);
    if (!keep(hash)) {
      // Of one that cannot even be read, what depends on it cannot be, either.
      places.set(offset, entry === undefined ? undefined : places.get(entry.base));
      await breathe();
      continue;
    }
    const there = writer.offsetOf(hash);
    if (there !== undefined) {
      places.set(offset, { from: offset, to: there });
      continue;
    }
    if (entry === undefined) throw damaged(name, hash);
    const base = places.get(entry.base);
    const isSame = entry.base === (base?.from ?? 0);
    const made = isSame
      ? { frame: entry.frame, base: base?.to ?? 0 }
      : await makeAnew(copying, record, base);
    places.set(offset, { from: offset, to: await writer.add(record, made.frame, made.base) });
  }
}

async function makeAnew(
  { ports: { compression, digest }, file, name }: Copying,
  { hash, offset }: PackRecord,
  base: Replacement | undefined,
): Promise<{ readonly frame: Uint8Array; readonly base: number }> {
  const bytes = file.readContent(offset);
  if (bytes === undefined || digest(bytes) !== hash) throw damaged(name, hash);
  const before = base === undefined ? undefined : file.readContent(base.from);
  const dictionary = before !== undefined && canBeDictionary(before) ? before : undefined;
  const frame = await compression.compress(bytes, dictionary);
  return { frame, base: dictionary === undefined ? 0 : (base?.to ?? 0) };
}

function damaged(name: string, hash: BlobId): UnfError {
  return new UnfError("store_damaged", `${hash} in the pack ${name} cannot be read`, {
    hint: "unf verify --repair",
  });
}
