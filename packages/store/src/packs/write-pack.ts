import {
  type Blob,
  type Breathe,
  type Chains,
  type Compression,
  canBeDictionary,
  limits,
  type PackFacts,
} from "@unf/core";
import { chooseBase, type Link } from "./choose-base.ts";
import type { PackPorts } from "./pack-ports.ts";
import { PackWriter } from "./pack-writer.ts";

/** A content of the chain that is being written. */
interface PathLink extends Link {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Writes one pack of what `chains` gives until it is full, as `PackStore.writePack` says. */
export async function writePack(
  ports: PackPorts,
  chains: Chains,
  breathe: Breathe,
): Promise<PackFacts | undefined> {
  const writer = new PackWriter(ports, breathe);
  try {
    for await (const chain of chains) {
      await writeChain(ports, writer, chain);
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

async function writeChain(
  { compression }: PackPorts,
  writer: PackWriter,
  chain: Iterable<Blob>,
): Promise<void> {
  /** From the content that is made from none to the newest. */
  let path: PathLink[] = [];
  for (const { hash, bytes } of chain) {
    if (writer.offsetOf(hash) !== undefined) continue;
    const { frame, before } = await makeFrame(compression, path, bytes);
    const base = before.at(-1);
    const offset = await writer.add({ hash, bytes: bytes.length }, frame, base?.offset ?? 0);
    const link = {
      offset,
      bytes,
      depth: (base?.depth ?? 0) + 1,
      pathBytes: (base?.pathBytes ?? 0) + bytes.length,
    };
    // What cannot be a dictionary ends its chain.
    path = canBeDictionary(bytes) ? [...before, link] : [];
    if (isFull(writer)) return;
  }
}

/** A content's frame, and the path to the content that it was made from. */
async function makeFrame(
  compression: Compression,
  path: readonly PathLink[],
  bytes: Uint8Array,
): Promise<{ readonly frame: Uint8Array; readonly before: readonly PathLink[] }> {
  const at = chooseBase(path, bytes.length);
  const before = at === undefined ? [] : path.slice(0, at + 1);
  const frame = await compression.compress(bytes, before.at(-1)?.bytes);
  if (before.length === 0 || frame.length <= bytes.length / 2) return { frame, before };
  // Little is left of what it was: it begins anew where that costs hardly more.
  const alone = await compression.compress(bytes, undefined);
  return alone.length <= frame.length * 1.25 ? { frame: alone, before: [] } : { frame, before };
}
