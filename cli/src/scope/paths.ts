import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type AbsPath, baseName, decodePath, encodePath, systemCode, UnfError } from "@unf/core";

/** A path argument as an absolute path: without `.`, `..`, doubled or trailing `/`. */
export function resolvePath(cwd: AbsPath, word: string): AbsPath {
  if (word === "") throw new UnfError("usage", "a path is empty");
  if (word.includes("\0")) throw new UnfError("usage", "a path contains a NUL byte");
  return resolve(cwd, word) as AbsPath;
}

/** The path with every link on it followed; `undefined` when nothing is there. */
export function readCanonical(path: AbsPath): AbsPath | undefined {
  try {
    const bytes = realpathSync.native(Buffer.from(encodePath(path)), { encoding: "buffer" });
    return decodePath(bytes) as AbsPath;
  } catch (thrown) {
    if (isNothingThere(thrown)) return undefined;
    throw thrown;
  }
}

/**
 * The path with links followed in all that exists of it but its last name, which may be a link that
 * is recorded as one.
 */
export function readCanonicalPlace(path: AbsPath): AbsPath {
  if (path === "/") return path;
  const name = baseName(path);
  const parent = (path.slice(0, -name.length - 1) || "/") as AbsPath;
  const place = readCanonical(parent) ?? readCanonicalPlace(parent);
  return (place === "/" ? `/${name}` : `${place}/${name}`) as AbsPath;
}

function isNothingThere(thrown: unknown): boolean {
  const code = systemCode(thrown);
  return (
    code === "ENOENT" ||
    code === "ENOTDIR" ||
    code === "ELOOP" ||
    code === "EACCES" ||
    code === "ENAMETOOLONG"
  );
}
