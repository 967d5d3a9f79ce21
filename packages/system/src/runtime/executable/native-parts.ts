import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomName } from "../../disk/base/random-name.ts";
import { newDirectory, removeAll } from "../../disk/base/writes.ts";
import { writeNew } from "../../disk/write-new.ts";
import { type CarriedFile, type DigestOf, inCache, keepFile } from "./kept-files.ts";

/** A library of native code that the executable carries. */
export interface NativePart extends CarriedFile {
  readonly name: string;
}

/** The facts that only the runtime can tell of a file. */
export interface NativeFiles {
  readonly digestOf: DigestOf;
  /** Exports of the library in a file. */
  readonly load: (path: string) => unknown;
}

/**
 * Loads a part from `cache/native` of the home. Without a home, or where nothing can be written, the part
 * lies in a directory of its own until it is loaded.
 */
export function loadPart(
  part: NativePart,
  files: NativeFiles,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  const kept = inCache(env, "native", (directory) => {
    const path = join(directory, `${part.name}-${part.digest.slice(0, 16)}.node`);
    keepFile(path, part, files.digestOf);
    return path;
  });
  if (kept !== undefined) return files.load(kept);
  const directory = join(tmpdir(), `unf-native-${randomName()}`);
  newDirectory(directory, 0o700);
  try {
    const path = join(directory, `${part.name}.node`);
    writeNew(path, part.bytes(), { mode: 0o600, sync: false });
    return files.load(path);
  } finally {
    removeAll(directory);
  }
}
