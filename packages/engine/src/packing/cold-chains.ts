import {
  type Blob,
  type BlobId,
  type Breathe,
  type ObjectStore,
  type PackStore,
  type RelPath,
  type RetentionRow,
  type TimelineReader,
  UnfError,
} from "@unf/core";

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

/** Rows that are read at once: some 3 ms. */
const pageRows = 1000;

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
    let after: RelPath | undefined;
    for (;;) {
      const rows = timeline.retentionRows(after, pageRows);
      for (const path of groupByPath(rows)) yield path.flatMap(({ hash }) => hash ?? []);
      after = rows.at(-1)?.path;
      if (rows.length < pageRows) break;
      await breathe();
    }
  }
  return undefined;
}

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
    if (bytes !== undefined) yield { hash, bytes };
  }
  return undefined;
}

/** What is damaged, lost or cannot be read is told of by who reads it; here it is left out. */
function tryToRead(store: Pick<ObjectStore, "get">, hash: BlobId): Uint8Array | undefined {
  try {
    const found = store.get(hash);
    return found.kind === "found" && !found.isTrashed ? found.bytes : undefined;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}

/** The rows come path after path. */
function* groupByPath(rows: readonly RetentionRow[]): Iterable<readonly RetentionRow[]> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && rows[to]?.path === rows[from]?.path) to += 1;
    yield rows.slice(from, to);
  }
}
