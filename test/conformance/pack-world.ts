import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AbsPath, Blob, BlobId } from "@unf/core/base";
import type { FileSystem, ObjectStore } from "@unf/core/ports";
import { createObjectStore } from "@unf/store";
import { openFileSystem } from "@unf/system";
import { zstd } from "@unf/system/compression";
import { digest } from "@unf/system/digest";
import { Random } from "../engine/random.ts";
import { createMemoryFs } from "../kit/memory-fs.ts";

export const breathe = async (): Promise<void> => undefined;

export interface Disk extends Disposable {
  readonly fs: FileSystem;
  readonly home: AbsPath;
}

export function memoryDisk(): Disk {
  return { fs: createMemoryFs(), home: "/home" as AbsPath, [Symbol.dispose]: () => undefined };
}

export function realDisk(): Disk {
  const home = mkdtempSync(join(tmpdir(), "unf-packs-")) as AbsPath;
  return {
    fs: openFileSystem(),
    home,
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

let names = 0;

export function openStore({ fs, home }: Pick<Disk, "fs" | "home">): ObjectStore {
  const at = (name: string) => `${home}/${name}` as AbsPath;
  return createObjectStore({
    fs,
    directory: at("objects"),
    trash: at("trash"),
    lostAndFound: at("lost+found/objects"),
    packsDirectory: at("packs"),
    lostPacks: at("lost+found/packs"),
    digest,
    compression: zstd,
    unique: () => `n${String(names++).padStart(9, "0")}`,
  });
}

export function toBlob(text: string | Uint8Array): Blob {
  const bytes = Buffer.from(text as string);
  return { hash: digest(bytes), bytes };
}

/** Versions of some files, each made from the one before by a few edits, as text. */
export function randomChains(random: Random, files: number, versionsMax: number): Blob[][] {
  return Array.from({ length: files }, () => {
    let lines = Array.from({ length: random.below(80) }, () => word(random));
    return Array.from({ length: 1 + random.below(versionsMax) }, () => {
      lines = edit(random, lines);
      return toBlob(lines.join("\n"));
    });
  });
}

function edit(random: Random, lines: readonly string[]): string[] {
  const at = random.below(lines.length + 1);
  // Now and then everything is another text, or nothing is left, or as it was.
  if (random.chance(0.05)) return Array.from({ length: random.below(100) }, () => word(random));
  if (random.chance(0.03)) return [];
  if (random.chance(0.1)) return [...lines];
  return lines.toSpliced(
    at,
    random.below(3),
    ...Array.from({ length: random.below(3) }, () => word(random)),
  );
}

function word(random: Random): string {
  return Array.from({ length: 1 + random.below(8) }, () => random.below(36 ** 5).toString(36)).join(
    " ",
  );
}

/** Every content of the chains once. */
export function contentsOf(chains: readonly (readonly Blob[])[]): ReadonlyMap<BlobId, Blob> {
  return new Map(chains.flat().map((blob) => [blob.hash, blob]));
}

/** Puts what the chains hold as durable objects. */
export function putAll(store: ObjectStore, chains: readonly (readonly Blob[])[]): void {
  for (const blob of contentsOf(chains).values()) store.put(blob);
  store.syncAll();
}

/** Packs the chains and takes the objects of what is packed away; the pack's name. */
export async function packAll(
  store: ObjectStore,
  chains: readonly (readonly Blob[])[],
): Promise<string> {
  const facts = await store.writePack(chains, breathe);
  if (facts === undefined) return "";
  store.discardPacked(
    facts.name,
    facts.contents.map(({ hash }) => hash),
  );
  return facts.name;
}

/** The digests of the contents of each chain. */
export function hashesOf(chains: readonly (readonly Blob[])[]): BlobId[][] {
  return chains.map((chain) => chain.map(({ hash }) => hash));
}

/** Contents that the store does not give back as they ought to be, one line each. */
export function findLost(store: ObjectStore, contents: Iterable<Blob>): string[] {
  const lost: string[] = [];
  for (const { hash, bytes } of contents) {
    const found = store.get(hash);
    if (found.kind !== "found") lost.push(`${found.kind} ${hash}`);
    else if (!Buffer.from(found.bytes).equals(bytes)) lost.push(`wrong ${hash}`);
  }
  return lost;
}

/** Contents that were given although they are not what was asked for. */
export function findWrong(store: ObjectStore, contents: Iterable<Blob>): string[] {
  return findLost(store, contents).filter((line) => line.startsWith("wrong"));
}

export { Random };
