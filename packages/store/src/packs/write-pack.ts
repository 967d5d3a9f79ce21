import { limits } from "@unf/core/config";
import type { Breathe, Chains, WrittenPack } from "@unf/core/ports";
import type { PackPorts } from "./pack-ports.ts";
import { PackWriter } from "./pack-writer.ts";
import { ChainWriter } from "./write-chain.ts";

/** Writes one pack of what `chains` gives until it is full, as `PackStore.writePack` says. */
export async function writePack(
  ports: PackPorts,
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
