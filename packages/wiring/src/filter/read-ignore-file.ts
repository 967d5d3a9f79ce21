import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { OuterIgnoreFile } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";

/** Reads an ignore file within bounds: nothing that is no regular file, and no link is followed. */
export function readIgnoreFile(
  fs: Pick<FileSystem, "read">,
  path: AbsPath,
): OuterIgnoreFile["content"] | undefined {
  const read = fs.read(path, limits.filter.ignoreFileBytesMax);
  if (read.kind === "too_large") return read.stat.kind === "file" ? "too_large" : undefined;
  return read.kind === "content" && read.stat.kind === "file" ? read.bytes : undefined;
}
