import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

const footerBytes = 60;
const recordBytes = 40;

/** A content out of any pack of a home, as docs/format/pack.md says; `undefined` where none gives it. */
export function readPacked(home: string, hash: string): Uint8Array | undefined {
  for (const name of listPacks(home)) {
    const pack = readFileSync(join(home, "packs", name));
    const offset = findEntry(pack, hash);
    const bytes = offset === undefined ? undefined : tryToExpand(pack, offset);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

function listPacks(home: string): string[] {
  try {
    return readdirSync(join(home, "packs")).filter((name) => name.endsWith(".pack"));
  } catch (thrown) {
    if ((thrown as { code?: string }).code === "ENOENT") return [];
    throw thrown;
  }
}

function findEntry(pack: Buffer, hash: string): number | undefined {
  const footer = pack.length - footerBytes;
  if (footer < 0) return undefined;
  const [count, index] = [pack.readUInt32LE(footer), pack.readUInt32LE(footer + 4)];
  if (index + count * recordBytes !== footer) return undefined;
  for (let at = index; at < footer; at += recordBytes) {
    if (pack.toString("hex", at, at + 32) === hash) return pack.readUInt32LE(at + 32);
  }
  return undefined;
}

function tryToExpand(pack: Buffer, offset: number): Uint8Array | undefined {
  try {
    return expand(pack, offset);
  } catch (thrown) {
    // Damage: another pack may have it.
    void thrown;
    return undefined;
  }
}

function expand(pack: Buffer, offset: number): Uint8Array {
  const base = pack.readUInt32LE(offset + 8);
  const frame = pack.subarray(offset + 12, offset + 12 + pack.readUInt32LE(offset));
  return zstdDecompressSync(frame, base === 0 ? {} : { dictionary: expand(pack, base) });
}
