import type { BlobId, WallMs } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { Contents } from "../contents/contents.ts";

/** How many objects are made durable between two turns of everything else. */
const drainStep = 64;

/** About 8 ms of reading and hashing. */
const breathAfterBytes = 4 * 2 ** 20;

/**
 * Makes the objects of the inbox durable and empties it. With `before`, only what was committed
 * earlier: by then the system has usually written the files anyway and the flush is cheap.
 */
export async function drainInbox(
  ports: {
    readonly timeline: Timeline;
    readonly contents: Contents;
    readonly breathe: () => Promise<void>;
  },
  before?: WallMs,
): Promise<number> {
  const entries = ports.timeline.inboxHashes(before);
  for (let at = 0; at < entries.length; at += drainStep) {
    const step = entries.slice(at, at + drainStep);
    let read = 0;
    for (const { hash, bytes } of step) {
      // Read, not only looked at: once the inbox forgets it, this is the one copy there is.
      const isWhole = ports.contents.stands(hash, bytes) && ports.contents.read(hash) !== undefined;
      if (!isWhole) restoreObject(ports, hash);
      read += bytes;
      if (read <= breathAfterBytes) continue;
      read = 0;
      await ports.breathe();
    }
    const hashes = step.map(({ hash }) => hash);
    ports.contents.sync(hashes);
    ports.timeline.dropFromInbox(hashes);
    await ports.breathe();
  }
  return entries.length;
}

/** A crash took the object before it was durable; the inbox still holds its bytes. */
function restoreObject(
  ports: { readonly timeline: Timeline; readonly contents: Contents },
  hash: BlobId,
): void {
  const bytes = ports.timeline.inboxed(hash);
  if (bytes !== undefined) ports.contents.putInboxed({ hash, bytes }, ports.timeline);
}
