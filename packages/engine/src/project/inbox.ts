import type { WallMs } from "@unf/core/base";
import { type InboxEntry, type InboxPorts, packInbox } from "./pack-inbox.ts";

/** Fewer contents become objects: a pack of a few would have to be merged with others soon. */
const packedMin = 64;

/** How many objects are made durable between two turns of everything else. */
const drainStep = 64;

/** About 8 ms of reading and hashing. */
const breathAfterBytes = 4 * 2 ** 20;

/**
 * Makes the contents of the inbox durable in the store and empties it: many as packs, few as objects.
 * With `before`, only what was committed earlier.
 */
export async function drainInbox(ports: InboxPorts, before?: WallMs): Promise<number> {
  const entries = ports.timeline.inboxHashes(before);
  const left = await packMany(ports, entries);
  await putObjects(ports, left);
  if (left.length < entries.length) await giveRoomBack(ports);
  return entries.length;
}

/** Those that are left. A chain that a full pack has cut goes on in the next one. */
async function packMany(
  ports: InboxPorts,
  entries: readonly InboxEntry[],
): Promise<readonly InboxEntry[]> {
  if (entries.length < packedMin) return entries;
  const left = await packInbox(ports, entries);
  return left.length === entries.length ? left : packMany(ports, left);
}

async function putObjects(ports: InboxPorts, entries: readonly InboxEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += drainStep) {
    const step = entries.slice(at, at + drainStep);
    let read = 0;
    for (const entry of step) {
      if (!isStored(ports, entry)) putObject(ports, entry);
      read += entry.bytes;
      if (read <= breathAfterBytes) continue;
      read = 0;
      await ports.breathe();
    }
    const hashes = step.map(({ hash }) => hash);
    ports.contents.sync(hashes);
    ports.timeline.dropFromInbox(hashes);
    await ports.breathe();
  }
}

/** Read, not only looked at: once the inbox forgets it, this is the one copy there is. */
function isStored({ contents }: InboxPorts, { hash, bytes }: InboxEntry): boolean {
  return contents.stands(hash, bytes) && contents.read(hash) !== undefined;
}

function putObject(ports: InboxPorts, { hash }: InboxEntry): void {
  const bytes = ports.timeline.inboxed(hash);
  if (bytes !== undefined) ports.contents.put({ hash, bytes });
}

/** Contents of thousands of versions leave as many pages behind in the file. */
async function giveRoomBack({ timeline, breathe }: InboxPorts): Promise<void> {
  while (timeline.compact() === "more") await breathe();
}
