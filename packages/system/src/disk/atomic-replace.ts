import { basename, dirname, join } from "node:path";
import { randomName } from "./random-name.ts";
import { removeEntry } from "./remove-entry.ts";
import { syncDirectory } from "./sync.ts";
import { writeNew } from "./write-new.ts";
import { changeOwner, moveEntry } from "./writes.ts";

/**
 * Puts a file in place so that a reader, a crash and a power cut see the old bytes or the new ones,
 * never a mix. Durable when it returns. A link at `path` is replaced, not followed. The file belongs
 * to who writes it, unless an owner is given.
 */
export function atomicReplace(
  path: string,
  bytes: Uint8Array,
  mode: number,
  owner?: { readonly uid: number; readonly gid: number },
): void {
  const directory = dirname(path);
  const temporary = join(directory, temporaryNameFor(basename(path)));
  writeNew(temporary, bytes, { mode, sync: true });
  try {
    if (owner !== undefined) changeOwner(temporary, owner.uid, owner.gid);
    moveEntry(temporary, path);
  } catch (thrown) {
    removeEntry(temporary);
    throw thrown;
  }
  syncDirectory(directory);
}

/** True for what a crash in the middle of `atomicReplace` leaves beside `name`. */
export function isTemporaryOf(name: string, candidate: string): boolean {
  const middle = candidate.slice(name.length + 2, -4);
  return candidate === `.${name}.${middle}.tmp` && /^[0-9a-f]{20}$/.test(middle);
}

function temporaryNameFor(name: string): string {
  return `.${name}.${randomName()}.tmp`;
}
