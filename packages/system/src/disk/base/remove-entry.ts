import { systemCode } from "@unf/core/base";
import { nativePath } from "./native-path.ts";
import { unlinkEntry } from "./writes.ts";

/** Removes a file or link; nothing there is no error. */
export function removeEntry(path: string): void {
  try {
    unlinkEntry(nativePath(path));
  } catch (thrown) {
    if (!isAbsent(thrown)) throw thrown;
  }
}

/** True when a call failed because there is nothing at the path. */
export function isAbsent(thrown: unknown): boolean {
  const code = systemCode(thrown);
  return code === "ENOENT" || code === "ENOTDIR";
}
