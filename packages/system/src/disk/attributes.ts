import { closeSync, constants, fchmodSync, fsyncSync, lstatSync, type Stats } from "node:fs";
import { decodePath, encodePath, systemCode } from "@unf/core/base";
import { findLibc, type Libc } from "./base/libc.ts";
import { nativePath } from "./base/native-path.ts";
import { openToRead } from "./base/open-to-read.ts";
import { changeAttribute, changeLinkOwner } from "./base/writes.ts";

const accessList = "system.posix_acl_access";

/** Given to a content, and no other one may have it; a write takes capabilities away, too. */
const ofContent = ["security.ima", "security.evm", "security.capability"];

/**
 * Gives a file the owner, group, access list and extended attributes of another one. Gives what the
 * system did not let it have: `owner`, `group`, or the attribute's name. What cannot be had of the
 * other one is passed over.
 */
export function keepAttributes(from: string, to: string): string[] {
  if (process.platform === "win32") return [];
  const [source, target] = [statOf(from), statOf(to)];
  if (source === undefined || target === undefined) return [];
  const unkept = keepOwner(source, target, to);
  const libc = source.isFile() && target.isFile() ? findLibc() : undefined;
  if (libc === undefined) return unkept;
  const changed = keepExtended(libc, from, to, unkept);
  const isOtherOwner = source.uid !== target.uid || source.gid !== target.gid;
  if (changed > 0 || isOtherOwner) settle(to, target.mode & 0o777);
  return unkept;
}

function statOf(path: string): Stats | undefined {
  return lstatSync(nativePath(path), { throwIfNoEntry: false });
}

function keepOwner(source: Stats, target: Stats, to: string): string[] {
  const native = nativePath(to);
  const isGiven = (uid: number, gid: number) =>
    unlessRefused(() => changeLinkOwner(native, uid, gid));
  if (source.uid === target.uid && source.gid === target.gid) return [];
  if (isGiven(source.uid, source.gid)) return [];
  const isGroup = source.gid === target.gid || isGiven(target.uid, source.gid);
  const other = source.uid === target.uid ? [] : ["owner"];
  return isGroup ? other : [...other, "group"];
}

/** How many were changed; `unkept` gets those that could not be. */
function keepExtended(libc: Libc, from: string, to: string, unkept: string[]): number {
  const [source, target] = [encodePath(from), encodePath(to)];
  const wanted = namesOf(libc, source);
  const has = namesOf(libc, target);
  let changed = 0;
  const change = (name: string, work: () => void) => {
    if (unlessRefused(() => changeAttribute(to, work))) changed += 1;
    else unkept.push(name);
  };
  // One that it got of its directory, and the other had none.
  if (has.includes(accessList) && !wanted.includes(accessList))
    change(accessList, () => libc.removeAttribute(target, encodePath(accessList)));
  for (const name of wanted) {
    const bytes = encodePath(name);
    let value: Uint8Array | undefined;
    unlessRefused(() => {
      value = libc.attribute(source, bytes);
    });
    if (value === undefined) continue;
    const kept = value;
    const isAlike = has.includes(name) && isSame(kept, libc.attribute(target, bytes));
    if (!isAlike) change(name, () => libc.setAttribute(target, bytes, kept));
  }
  return changed;
}

function namesOf(libc: Libc, path: Uint8Array): string[] {
  let list = new Uint8Array(0);
  unlessRefused(() => {
    list = libc.attributes(path);
  });
  const names = decodePath(list).split("\0");
  return names.filter(
    (name) =>
      /^(user|security)\.|^system\.posix_acl_access$/.test(name) && !ofContent.includes(name),
  );
}

/** The mode as it was: an access list brings its own. By descriptor, and durable like the content. */
function settle(path: string, mode: number): void {
  unlessRefused(() => {
    const fd = openToRead(
      nativePath(path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      fchmodSync(fd, mode);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** False when the system refused it, for whatever reason: the content matters more. */
function unlessRefused(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}
