import type { RelPath } from "../base/brand.ts";

/**
 * True for a path that a restore may write: relative, normalised, without NUL, and not inside
 * anything a version control system or a lenient file system would take for `.git`.
 *
 * A timeline that was tampered with or imported must not be able to plant a hook. The look-alikes
 * are those of git's own checks: case folded, trailing dots and spaces (NTFS), `git~1` (8.3 names),
 * and code points that HFS+ ignores.
 */
export function isSafePath(path: RelPath): boolean {
  if (path === "" || path.includes("\0")) return false;
  return path.split("/").every(isSafeName);
}

function isSafeName(name: string): boolean {
  if (name === "" || name === "." || name === "..") return false;
  const folded = name
    .replace(ignoredByHfs, "")
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "");
  return folded !== ".git" && folded !== "git~1";
}

/** Zero-width and directional marks that HFS+ leaves out when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
