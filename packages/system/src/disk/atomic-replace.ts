import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemCode } from "@unf/core/base";
import { randomName } from "./base/random-name.ts";
import { removeEntry } from "./base/remove-entry.ts";
import { changeOwner, moveEntry } from "./base/writes.ts";
import { syncDirectory } from "./sync.ts";
import { writeNew } from "./write-new.ts";

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
  replace(path, bytes, { mode, owner, sync: true });
  syncPlace(dirname(path));
}

/** The directory may be a link, as a home directory that lies elsewhere: then the entries are there. */
function syncPlace(directory: string): void {
  try {
    syncDirectory(directory);
  } catch (thrown) {
    if (systemCode(thrown) !== "ELOOP") throw thrown;
    syncDirectory(realpathSync(directory));
  }
}

/** As `atomicReplace`, for what need not outlive the system: nothing waits for the disk. */
export function replaceUnflushed(path: string, bytes: Uint8Array, mode: number): void {
  replace(path, bytes, { mode, owner: undefined, sync: false });
}

interface Replacing {
  readonly mode: number;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly sync: boolean;
}

function replace(path: string, bytes: Uint8Array, { mode, owner, sync }: Replacing): void {
  const temporary = join(dirname(path), temporaryNameFor(basename(path)));
  writeNew(temporary, bytes, { mode, sync });
  try {
    if (owner !== undefined) changeOwner(temporary, owner.uid, owner.gid);
    moveEntry(temporary, path);
  } catch (thrown) {
    removeEntry(temporary);
    throw thrown;
  }
}

/** True for what a crash in the middle of `atomicReplace` leaves beside `name`. */
export function isTemporaryOf(name: string, candidate: string): boolean {
  const middle = candidate.slice(name.length + 2, -4);
  return candidate === `.${name}.${middle}.tmp` && /^[0-9a-f]{20}$/.test(middle);
}

function temporaryNameFor(name: string): string {
  return `.${name}.${randomName()}.tmp`;
}
