import type { BlobId } from "@unf/core/base";
import type { CheckedPack } from "@unf/core/ports";
import type { PackPorts } from "./pack-ports.ts";
import type { PackSet } from "./pack-set.ts";

/** Looks at every pack, and with `readData` at every content in it. */
export function* checkPacks(
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
