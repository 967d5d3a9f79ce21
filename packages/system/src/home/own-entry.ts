import { lstatSync } from "node:fs";
import process from "node:process";
import { type AbsPath, systemCode } from "@unf/core/base";
import type { OwnEntry } from "@unf/core/ports";
import { changeMode } from "../disk/base/writes.ts";

/** A file or directory of unf's own; `undefined` where nothing is there or the system refuses to say. */
export function readOwnEntry(path: AbsPath): OwnEntry | undefined {
  try {
    const { mode, uid } = lstatSync(path);
    const own = process.getuid?.();
    return { path, mode: mode & 0o777, isOurs: own === undefined || uid === own };
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** Takes other users' access to unf's own directories away. Those of other users are left alone. */
export function makePrivate(entries: readonly OwnEntry[]): void {
  for (const { path, mode, isOurs } of entries) {
    if (isOurs && mode !== 0o700) changeMode(path, 0o700);
  }
}
