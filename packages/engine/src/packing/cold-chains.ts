import type {
  Blob,
  BlobId,
  Breathe,
  ObjectStore,
  PackStore,
  RelPath,
  RetentionRow,
  TimelineReader,
} from "@unf/core";

export interface ColdChainsPorts {
  readonly store: Pick<ObjectStore, "get"> & Pick<PackStore, "readPacked">;
  readonly timelines: readonly TimelineReader[];
  readonly breathe: Breathe;
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
): AsyncGenerator<Iterable<Blob>, undefined> {
  for await (const path of eachPath(ports)) {
    const hashes = new Set(path.flatMap(({ hash }) => hash ?? []).filter(ports.isCold));
    if (!ports.isIdle()) return undefined;
    if (hashes.size > 0) yield readChain(ports, hashes);
  }
  return undefined;
}

/** The rows of each path of each timeline, oldest first. */
async function* eachPath({ timelines, breathe }: ColdChainsPorts) {
  for (const timeline of timelines) {
    let after: RelPath | undefined;
    for (;;) {
      const rows = timeline.retentionRows(after, pageRows);
      yield* groupByPath(rows);
      after = rows.at(-1)?.path;
      if (rows.length < pageRows) break;
      await breathe();
    }
  }
}

function* readChain(
  { store, onPacked }: ColdChainsPorts,
  hashes: Iterable<BlobId>,
): Iterable<Blob> {
  for (const hash of hashes) {
    if (store.readPacked(hash) !== undefined) {
      onPacked(hash);
      continue;
    }
    const found = store.get(hash);
    // What is damaged or lost is told of by who reads it; here it is left out.
    if (found.kind === "found" && !found.isTrashed) yield { hash, bytes: found.bytes };
  }
}

/** The rows come path after path. */
function* groupByPath(rows: readonly RetentionRow[]): Iterable<readonly RetentionRow[]> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && rows[to]?.path === rows[from]?.path) to += 1;
    yield rows.slice(from, to);
  }
}
