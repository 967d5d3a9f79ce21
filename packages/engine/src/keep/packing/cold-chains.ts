import { type Blob, type BlobId, giveBack, UnfError } from "@unf/core/base";
import type { Breathe, ObjectStore, PackStore, TimelineReader } from "@unf/core/ports";
import { readPaths } from "../../base/read-paths.ts";

interface RowsPorts {
  readonly timelines: readonly TimelineReader[];
  readonly breathe: Breathe;
}

export interface ColdChainsPorts extends RowsPorts {
  readonly store: Pick<ObjectStore, "get"> & Pick<PackStore, "readPacked">;
  readonly isIdle: () => boolean;
  /** True for a content that stands as an object and may be packed. */
  readonly isCold: (hash: BlobId) => boolean;
  /** Told of a content that a pack gives already: a crash came before its object went. */
  readonly onPacked: (hash: BlobId) => void;
}

/** The cold contents of each path, in the order of its versions. Ends early when it is not idle. */
export async function* listColdChains(
  ports: ColdChainsPorts,
): AsyncGenerator<AsyncIterable<Blob>, undefined> {
  for await (const chain of listChains(ports)) {
    const hashes = new Set([...chain].filter(ports.isCold));
    if (!ports.isIdle()) return undefined;
    if (hashes.size > 0) yield readChain(ports, hashes);
  }
  return undefined;
}

/** The contents of each path of each timeline, oldest first. */
export async function* listChains({
  timelines,
  breathe,
}: RowsPorts): AsyncGenerator<readonly BlobId[], undefined> {
  for (const timeline of timelines) {
    for await (const rows of readPaths(timeline, breathe))
      yield rows.flatMap(({ hash }) => hash ?? []);
  }
  return undefined;
}

/** Each content is there until the next one is asked for. */
async function* readChain(
  { store, onPacked, breathe }: ColdChainsPorts,
  hashes: Iterable<BlobId>,
): AsyncGenerator<Blob, undefined> {
  for (const hash of hashes) {
    await breathe();
    if (store.readPacked(hash) !== undefined) {
      onPacked(hash);
      continue;
    }
    const bytes = tryToRead(store, hash);
    if (bytes === undefined) continue;
    yield { hash, bytes };
    giveBack(bytes);
  }
  return undefined;
}

/** Leaves out a damaged, lost or unreadable content: whoever reads it tells of it. */
function tryToRead(store: Pick<ObjectStore, "get">, hash: BlobId): Uint8Array | undefined {
  try {
    const found = store.get(hash);
    return found.kind === "found" && !found.isTrashed ? found.bytes : undefined;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}
