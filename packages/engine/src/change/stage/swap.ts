import { type AbsPath, type BlobId, systemCode, UnfError } from "@unf/core/base";
import type { Digest, EntryStat, FileSystem } from "@unf/core/ports";

/** The last look at an entry whose place is to be taken: it can be had back. */
export interface Seen {
  /** `undefined`: nothing was there. */
  readonly stat: EntryStat | undefined;
  /** Its content, where that is known. */
  readonly hash?: BlobId;
  /** The stamps alone do not tell it from what was written in the same tick of their clock. */
  readonly racy?: boolean;
  /** It has a second name in the rescue directory: whatever is written to it is kept there. */
  readonly isLinked?: boolean;
}

export interface SwapPorts {
  readonly fs: FileSystem;
  readonly digest: Digest;
  readonly maxFileBytes: number;
  /** Keeps what stands at the address, which nobody has seen before and which has no place any more. */
  readonly rescue: (address: AbsPath) => void;
}

interface Swap {
  /** Where the new content waits, or where what goes is put to be looked at. */
  readonly aside: AbsPath;
  readonly place: AbsPath;
  readonly seen: Seen;
  /** Called as soon as the place is as wanted. */
  readonly onPlaced?: () => void;
}

/**
 * Puts what waits into its place, and removes what was seen there. What was put there since then is
 * not lost: it stands there again, and the answer is false. On a disk that knows no exchange it is
 * replaced, as by any rename.
 */
export function putInPlace(ports: SwapPorts, swap: Swap): boolean {
  const { fs } = ports;
  const { aside, place, seen, onPlaced } = swap;
  if (seen.stat?.kind === "directory") throw systemFailure("EISDIR");
  const own = fs.lstat(aside);
  if (seen.stat === undefined) {
    if (!unlessThere(() => fs.moveNew(aside, place))) return false;
    onPlaced?.();
    return true;
  }
  try {
    if (!fs.exchange(aside, place)) {
      fs.rename(aside, place);
      onPlaced?.();
      return true;
    }
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT" || fs.lstat(aside) === undefined) throw thrown;
    return false;
  }
  if (!isSeen(ports, aside, seen)) {
    orRescue(ports, aside, () => swapBack(ports, swap, own));
    return false;
  }
  onPlaced?.();
  fs.remove(aside);
  return true;
}

/** Removes what was seen; as `putInPlace` with what was put there since then. */
export function takeAway(ports: SwapPorts, { aside, place, seen, onPlaced }: Swap): boolean {
  const { fs } = ports;
  if (seen.stat === undefined) return true;
  if (seen.stat.kind === "directory") throw systemFailure("EISDIR");
  try {
    fs.rename(place, aside);
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    return false;
  }
  if (isSeen(ports, aside, seen)) {
    onPlaced?.();
    fs.remove(aside);
    return true;
  }
  orRescue(ports, aside, () => {
    if (!unlessThere(() => fs.moveNew(aside, place))) rescueAway(ports, aside);
  });
  return false;
}

/** A rename changes no stamp but ctime; where that is all that differs, or they are racy, the content tells. */
function isSeen(
  { fs, digest, maxFileBytes }: SwapPorts,
  address: AbsPath,
  { stat, hash, racy = false, isLinked = false }: Seen,
): boolean {
  const now = fs.lstat(address);
  if (now === undefined || stat === undefined || now.kind !== stat.kind) return false;
  const isOne = now.ino === stat.ino && now.dev === stat.dev;
  if (isOne && isLinked) return true;
  if (now.mode !== stat.mode || now.size !== stat.size) return false;
  const isSame = isOne && now.mtimeNs === stat.mtimeNs;
  if (isSame && (!racy || hash === undefined)) return true;
  if (hash === undefined) return false;
  const read = fs.read(address, maxFileBytes);
  return read.kind === "content" && digest(read.bytes) === hash;
}

/** The place gets back what came out of it. What was put there in this very moment, too, is rescued. */
function swapBack(ports: SwapPorts, { aside, place }: Swap, own: EntryStat | undefined): void {
  const { fs } = ports;
  const isBack = unlessGone(() => void fs.exchange(aside, place));
  if (!isBack) {
    // Somebody removed the new content: the older one is wanted there by nobody but us.
    if (!unlessThere(() => fs.moveNew(aside, place))) rescueAway(ports, aside);
    throw busy();
  }
  const now = fs.lstat(aside);
  if (now !== undefined && own !== undefined && now.ino === own.ino && now.dev === own.dev) return;
  rescueAway(ports, aside);
  throw busy();
}

function orRescue(ports: SwapPorts, address: AbsPath, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) rescueAway(ports, address);
    throw thrown;
  }
}

function rescueAway({ fs, rescue }: SwapPorts, address: AbsPath): void {
  rescue(address);
  fs.remove(address);
}

/** False when something is where nothing was to be. */
function unlessThere(work: () => void): boolean {
  return unless("EEXIST", work);
}

function unlessGone(work: () => void): boolean {
  return unless("ENOENT", work);
}

function unless(code: string, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    if (systemCode(thrown) !== code) throw thrown;
    return false;
  }
}

/** Somebody writes to a path faster than it can be looked at. */
export function busy(): UnfError {
  return new UnfError("conflict", "somebody writes to it all the time", {
    hint: "run it again when that has ended",
  });
}

/** As the system would say it. */
export function systemFailure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
