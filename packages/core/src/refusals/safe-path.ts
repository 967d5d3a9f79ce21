import type { RelPath } from "../base/brand.ts";
import { isWithin } from "../base/path.ts";

/** Rules by which the system and a project's file system read names. */
export interface NameRules {
  /** Names follow the rules of Windows: drives, streams, devices, `\` as a separator. */
  readonly windows: boolean;
  /** `A` and `a` name the same file. */
  readonly foldsCase: boolean;
  /** `é` as one code point and as two name the same file. */
  readonly normalizes: boolean;
  /** Directories that other projects record: nothing in them is touched. */
  readonly elsewhere?: readonly RelPath[];
}

/** Why nothing may be done at the path, whatever is recorded of it; `undefined` where it may. */
export function refusePath(
  path: RelPath,
  names: NameRules = exactNames,
): "unsafe_path" | "own_project" | undefined {
  if (!isSafePath(path, names)) return "unsafe_path";
  const isElsewhere = names.elsewhere?.some((directory) => isWithin(directory, path));
  return isElsewhere === true ? "own_project" : undefined;
}

/** Every name names a file of its own, as on Linux. */
export const exactNames: NameRules = { windows: false, foldsCase: false, normalizes: false };

/**
 * True for a path that a restore may write: relative, normalised, without NUL, and not inside
 * anything a version control system or a lenient file system would take for `.git`.
 *
 * A timeline that was tampered with or imported must not be able to plant a hook. The look-alikes
 * are those of git's own checks: case folded, trailing dots and spaces (NTFS), `git~1` (8.3 names),
 * and code points that HFS+ ignores.
 */
export function isSafePath(path: RelPath, { windows }: NameRules = exactNames): boolean {
  if (path === "" || path.includes("\0")) return false;
  return path.split("/").every((name) => isSafeName(name) && (!windows || isWindowsName(name)));
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

/** True for a name that Windows takes as it is: no drive, stream, device or path in it. */
function isWindowsName(name: string): boolean {
  return !forbiddenOnWindows.test(name) && !/[. ]$/.test(name) && !deviceName.test(name);
}

/** Zero-width and directional marks that HFS+ leaves out when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const forbiddenOnWindows = /[\p{Cc}<>:"\\|?*]/u;

/** Devices have these names in every directory and with every extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
