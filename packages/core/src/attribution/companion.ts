import type { AbsPath } from "../base/brand.ts";

/**
 * True when `open` is what an editor keeps open beside a file that it edits: the swap file of Vim,
 * also in a directory of its own, or of Kate.
 */
export function isCompanion(open: string, of: AbsPath): boolean {
  const [directory, name] = split(of);
  const [where, what] = split(open);
  if (isSwap(what, of.replaceAll("/", "%"))) return true;
  if (where !== directory) return false;
  return what === `.${name}.kate-swp` || isSwap(what, name.startsWith(".") ? name : `.${name}`);
}

/**
 * The name of the file that an editor locks by one of this name, or saves it in before it is asked to:
 * Emacs's link and its `#file#`, LibreOffice's lock. They go when the file is saved or closed.
 */
export function lockedName(name: string): string | undefined {
  const found = /^(?:\.#(?<link>.+)|#(?<own>.+)#|\.~lock\.(?<office>.+)#)$/.exec(name)?.groups;
  return found?.link ?? found?.own ?? found?.office;
}

/** Vim takes the next letter backwards where one is taken. */
function isSwap(what: string, stem: string): boolean {
  return what.startsWith(`${stem}.sw`) && /^[a-p]$/.test(what.slice(stem.length + 3));
}

function split(path: string): readonly [directory: string, name: string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
}
