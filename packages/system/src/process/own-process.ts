import { readFileSync, readlinkSync } from "node:fs";
import { type AbsPath, decodePath } from "@unf/core/base";

/** Node puts this in the place of bytes that are not UTF-8. */
const replaced = "\ufffd";

/** The words after the program's name. Names that are not UTF-8 keep their bytes where the system tells them. */
export function readArgv(): readonly string[] {
  const words = process.argv.slice(2);
  // Only then is the longer way needed.
  if (!isTold(words.join())) return words;
  const all = splitAtNul(readFileSync("/proc/self/cmdline")).map(decodePath);
  return words.length === 0 ? [] : all.slice(-words.length);
}

/** The working directory, by its bytes where the system tells them. Throws ENOENT for one that was deleted. */
export function readOwnDirectory(): AbsPath {
  const path = process.cwd();
  if (!isTold(path)) return path as AbsPath;
  return decodePath(readlinkSync("/proc/self/cwd", { encoding: "buffer" })) as AbsPath;
}

/** True where bytes were lost and the system has them. */
function isTold(text: string): boolean {
  return process.platform === "linux" && text.includes(replaced);
}

function splitAtNul(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return parts;
}
