import { asStorageError, type Blob, type BlobId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Digest, Timeline } from "@unf/core/ports";
import type { Contents } from "../contents/contents.ts";

export interface InboxPorts {
  readonly timeline: Timeline;
  readonly contents: Contents;
  readonly digest: Digest;
  /** Lets everything else have its turn where that is due. */
  readonly breathe: () => Promise<void>;
}

/** A content of the inbox. */
export interface InboxEntry {
  readonly hash: BlobId;
  readonly bytes: number;
}

/** Contents that leave the inbox in one transaction: some 10 ms. */
const dropStep = 1024;

/**
 * Writes contents of the inbox into packs, in which the versions of a path are one chain, and takes
 * them out of the inbox once their pack is durable and was read again. Gives those that are left: what
 * stands in the store already, what is too large for a pack, what is damaged, and the rest of a path
 * whose contents filled a pack.
 */
export async function packInbox(
  ports: InboxPorts,
  entries: readonly InboxEntry[],
): Promise<readonly InboxEntry[]> {
  const { contents, breathe } = ports;
  const done = new Set<BlobId>();
  const chains = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    await breathe();
    const isTooLarge = entry.bytes > limits.pack.contentBytesMax;
    if (isTooLarge || contents.stands(entry.hash, entry.bytes)) continue;
    chainOf(chains, contents.inboxOf(entry.hash)?.path ?? entry.hash).push(entry);
  }
  const rest = readChains(ports, chains, (hash) => done.add(hash));
  // One pack after the other out of the same chains.
  const once = { [Symbol.asyncIterator]: () => ({ next: () => rest.next() }) };
  for (;;) {
    const pack = await writePack(ports, once);
    if (pack === undefined) return entries.filter(({ hash }) => !done.has(hash));
    const hashes = pack.contents.map(({ hash }) => hash);
    contents.packed(hashes);
    await drop(ports, hashes);
    for (const hash of hashes) done.add(hash);
  }
}

function chainOf(chains: Map<string, InboxEntry[]>, path: string): InboxEntry[] {
  const chain = chains.get(path) ?? [];
  chains.set(path, chain);
  return chain;
}

async function writePack(
  { contents, breathe }: InboxPorts,
  chains: AsyncIterable<AsyncIterable<Blob>>,
) {
  try {
    return await contents.packable.writePack(chains, breathe);
  } catch (thrown) {
    throw asStorageError(thrown, "the packs");
  }
}

async function* readChains(
  ports: InboxPorts,
  chains: ReadonlyMap<string, readonly InboxEntry[]>,
  onGone: (hash: BlobId) => void,
): AsyncGenerator<AsyncIterable<Blob>, undefined> {
  for (const chain of chains.values()) yield readChain(ports, chain, onGone);
  return undefined;
}

async function* readChain(
  { timeline, digest }: InboxPorts,
  chain: readonly InboxEntry[],
  onGone: (hash: BlobId) => void,
): AsyncGenerator<Blob, undefined> {
  for (const { hash } of chain) {
    const bytes = timeline.inboxed(hash);
    // An order to forget took it meanwhile.
    if (bytes === undefined) onGone(hash);
    else if (digest(bytes) === hash) yield { hash, bytes };
  }
  return undefined;
}

async function drop({ timeline, breathe }: InboxPorts, hashes: readonly BlobId[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += dropStep) {
    timeline.dropFromInbox(hashes.slice(at, at + dropStep));
    await breathe();
  }
}
