import { lstatSync } from "node:fs";
import { digest } from "../content/digest.ts";
import { nativePath } from "./base/native-path.ts";

const fields = 7;
const quietly = { throwIfNoEntry: false } as const;

/**
 * `stamp` of the `FileSystem` port. Stats as numbers of 64 bits, which Node makes in half the time that
 * bigints take it: of an instant they keep a quarter of a microsecond, and a file that changes after it
 * was read gets a later tick than that.
 */
export function stampEntries(directory: string, names: readonly string[]): string | undefined {
  const numbers = new Float64Array((names.length + 1) * fields);
  try {
    put(numbers, 0, directory);
    for (let at = 0; at < names.length; at += 1)
      put(numbers, (at + 1) * fields, `${directory}/${names[at]}`);
  } catch {
    // One that may not be looked at is like no other.
    return undefined;
  }
  const text = Buffer.from(names.join("/"), "utf16le");
  return digest(Buffer.concat([new Uint8Array(numbers.buffer), text]));
}

function put(numbers: Float64Array, at: number, path: string): void {
  const stat = lstatSync(nativePath(path), quietly);
  if (stat === undefined) return;
  numbers[at] = stat.ino;
  numbers[at + 1] = stat.size;
  numbers[at + 2] = stat.mtimeMs;
  numbers[at + 3] = stat.ctimeMs;
  numbers[at + 4] = stat.mode;
  numbers[at + 5] = stat.nlink;
  numbers[at + 6] = stat.dev;
}
