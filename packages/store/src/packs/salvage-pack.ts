import {
  type AbsPath,
  type Blob,
  type BlobId,
  joinPath,
  parentPath,
  type RelPath,
} from "@unf/core/base";
import type { Breathe } from "@unf/core/ports";
import type { PackFile } from "./pack-file.ts";
import { headerBytes, magicBytes } from "./pack-format.ts";
import type { PackWritingPorts } from "./pack-ports.ts";
import { type PackSet, packPath } from "./pack-set.ts";
import { PackWriter } from "./pack-writer.ts";

/**
 * Writes every content that a damaged pack still gives into a new one, then moves the damaged one
 * into `lost+found/`. `readObject`: a content from elsewhere, from which later ones may be made.
 */
export async function salvagePack(
  ports: PackWritingPorts,
  set: PackSet,
  name: string,
  readObject: (hash: BlobId) => Uint8Array | undefined,
  breathe: Breathe,
): Promise<AbsPath | undefined> {
  const path = packPath(ports, name);
  if (ports.fs.lstat(path) === undefined) return undefined;
  const file = set.open(name, true);
  const writer = new PackWriter(ports, breathe);
  try {
    await copyReadable({ ports, file, writer, readObject }, set.tryRecords(name));
    if (writer.entries > 0) await writer.finish();
  } catch (thrown) {
    writer.abandon();
    throw thrown;
  }
  return moveAside(ports, path, name);
}

interface Salvage {
  readonly ports: PackWritingPorts;
  readonly file: PackFile;
  readonly writer: PackWriter;
  readonly readObject: (hash: BlobId) => Uint8Array | undefined;
}

/** The identity of an entry: its digest, where the index can be relied on. */
interface KnownEntry {
  readonly offset: number;
  readonly hash?: BlobId;
}

/** `records`: what the index says, where it can be relied on. */
async function copyReadable(
  salvage: Salvage,
  records: Iterable<KnownEntry> | undefined,
): Promise<void> {
  /** Offsets in the damaged pack, and in the new one. */
  const places = new Map<number, number>([[0, 0]]);
  const entries =
    records === undefined
      ? findEntries(salvage.file)
      : [...records].sort((a, b) => a.offset - b.offset);
  for (const entry of entries) {
    const blob = readSound(salvage, entry);
    if (blob === undefined) continue;
    const there = salvage.writer.offsetOf(blob.hash);
    places.set(entry.offset, there ?? (await copyOne(salvage, entry.offset, blob, places)));
  }
}

/** An entry's content when it is sound. One that stands elsewhere is kept in mind for the others. */
function readSound(
  { ports: { digest }, file, readObject }: Salvage,
  { offset, hash }: KnownEntry,
): Blob | undefined {
  const bytes = file.readContent(offset);
  const own = bytes === undefined ? undefined : digest(bytes);
  if (bytes !== undefined && own !== undefined && own === (hash ?? own))
    return { hash: own, bytes };
  const elsewhere = hash === undefined ? undefined : readObject(hash);
  if (elsewhere !== undefined) file.give(offset, elsewhere);
  return undefined;
}

/** Where the content lies in the new pack. */
async function copyOne(
  { ports: { compression }, file, writer }: Salvage,
  offset: number,
  { hash, bytes }: Blob,
  places: ReadonlyMap<number, number>,
): Promise<number> {
  const entry = file.readEntry(offset);
  const base = entry === undefined ? undefined : places.get(entry.base);
  const content = { hash, bytes: bytes.length };
  if (entry !== undefined && base !== undefined) return writer.add(content, entry.frame, base);
  return writer.add(content, await compression.compress(bytes, undefined), 0);
}

/** Where entries begin, as each tells where the next one does, until one is damaged. */
function* findEntries(file: PackFile): Iterable<{ readonly offset: number }> {
  for (let offset = magicBytes; ; ) {
    const entry = file.readEntry(offset);
    if (entry === undefined) return;
    yield { offset };
    offset += headerBytes + entry.frameBytes;
  }
}

function moveAside(
  { fs, lostPacks, unique }: PackWritingPorts,
  path: AbsPath,
  name: string,
): AbsPath {
  fs.makeDirectory(lostPacks, 0o700);
  const to = joinPath(lostPacks, `${name}.${unique()}` as RelPath);
  fs.rename(path, to);
  fs.syncDirectory(lostPacks);
  fs.syncDirectory(parentPath(path as string as RelPath) as string as AbsPath);
  return to;
}
