import { contentKey, type SizeOf } from "@unf/core/retention";
import type { CollectableStore } from "../../contents/collectable-store.ts";

/** Least room that a file system gives out at once, as nearly all of them do. Unit: bytes. */
const blockBytes = 4096;

/**
 * Looks at the store to learn what each content gives back when it goes: whole blocks where it has a file
 * of its own; else its part of the packs, as the contents in them take on average.
 */
export async function readStoredSizes(
  store: Pick<CollectableStore, "listFiles" | "packs">,
  breathe: () => Promise<void>,
): Promise<SizeOf> {
  const loose = new Set<number>();
  for (let first = 0; first < 256; first += 1) {
    const digits = first.toString(16).padStart(2, "0");
    for (const { hash } of store.listFiles(digits)) loose.add(contentKey(hash));
    await breathe();
  }
  let packed = 0;
  let content = 0;
  for (const { bytes, contentBytes } of store.packs()) {
    packed += bytes;
    content += contentBytes;
  }
  const share = content === 0 ? 0 : packed / content;
  return (hash, bytes) =>
    loose.has(contentKey(hash)) ? Math.ceil(bytes / blockBytes) * blockBytes : bytes * share;
}
