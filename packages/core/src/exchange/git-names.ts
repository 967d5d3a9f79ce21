import type { RelPath } from "../base/brand.ts";
import { baseName } from "../base/path.ts";
import { type FileMode, isLinkMode } from "../timeline/snapshot.ts";

/** A git tree entry's mode; of permissions git keeps only whether the owner may run it. */
export function gitMode(mode: FileMode): "120000" | "100755" | "100644" {
  if (isLinkMode(mode)) return "120000";
  return (mode & 0o100) === 0 ? "100644" : "100755";
}

/**
 * False for what git refuses or `git fsck` calls an error: a name that some file system takes for
 * `.git`, and links in the place of git's own files.
 */
export function fitsIntoGit(path: RelPath, mode: FileMode): boolean {
  if (isLinkMode(mode) && namesIn(baseName(path)).some(isModulesFile)) return false;
  return !path.split("/").some((name) => namesIn(name).some(isGitDirectory));
}

/** The ref that a directory's history is written to unless another is named. */
export function gitRefOf(directory: string): string {
  const name = directory
    .replace(/[^\w.-]+/g, "-")
    .replace(/\.\.+/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "")
    .replace(/(\.lock)+$/, "");
  return `refs/unf/${name === "" ? "project" : name}`;
}

/** True for the full name of a ref, by the rules of `git check-ref-format` and no others. */
export function isRefName(ref: string): boolean {
  if (/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\.$/u.test(ref) || !ref.isWellFormed()) return false;
  const [refs, ...names] = ref.split("/");
  const isName = (name: string) => name !== "" && !/^\.|\.lock$/.test(name);
  return refs === "refs" && names.length > 1 && names.every(isName);
}

/** A backslash is part of a name to us, and separates names on Windows. */
function namesIn(name: string): readonly string[] {
  return name.split("\\");
}

/** Also by the short names that Windows makes up: of long ones with the same beginning, and hashed. */
function isModulesFile(name: string): boolean {
  const folded = foldName(name);
  return folded === ".gitmodules" || /^(?:gitmod|gi7?e?b?a?)~[1-9][0-9]*$/.test(folded);
}

function isGitDirectory(name: string): boolean {
  const folded = foldName(name);
  return folded === ".git" || folded === "git~1";
}

/**
 * A name as the least exact file systems compare it: without letter case, without characters that
 * HFS+ passes over, and without what NTFS cuts off at the end (dots, blanks, the name of a stream).
 */
function foldName(name: string): string {
  return name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}
