import { realpathSync } from "node:fs";
import { type AbsPath, decodePath, encodePath, systemCode } from "@unf/core/base";

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
