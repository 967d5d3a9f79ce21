import type { AbsPath } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Asker } from "../ports/asker.ts";

/**
 * Warns where the directory of a project is not there: what is written makes it anew, and whoever moved it
 * looks for the files elsewhere.
 */
export function readGoneWarnings(
  { userHome }: Pick<Asker, "userHome">,
  fs: Pick<FileSystem, "lstat">,
  root: AbsPath,
): readonly string[] {
  if (isThere(fs, root)) return [];
  const name = escapeForDisplay(shortenHome(root, userHome));
  return [
    `${name} is gone: it is made anew, with these files alone; moved? unf watch <new place> --relink`,
  ];
}

/** The same said at once, for a plan that has no place of its own for what should be known before a yes. */
export async function warnOfGone(
  asker: Pick<Asker, "fileSystem" | "userHome" | "warn">,
  { root }: { readonly root: AbsPath },
): Promise<void> {
  for (const text of readGoneWarnings(asker, await asker.fileSystem(), root)) asker.warn(text);
}

/** A place that may not be looked at says nothing: a warning is no reason to fail. */
function isThere(fs: Pick<FileSystem, "lstat">, root: AbsPath): boolean {
  try {
    return fs.lstat(root) !== undefined;
  } catch {
    return true;
  }
}
