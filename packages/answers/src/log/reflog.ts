import { type AbsPath, decodeUtf8Lossy, systemCode } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";

/** Enough for some 1,500 movements. */
const tailBytes = 256 * 1024;

/** A file that only names a directory. */
const pointerBytes = 4096;

/**
 * The end of the reflog of `HEAD` of the repository that a project is the root of; its first line may
 * be cut. Empty where there is none, or it may not be read.
 */
export function readReflog(fileSystem: FileSystem, root: AbsPath): string {
  try {
    const path = `${readGitDirectory(fileSystem, root)}/logs/HEAD` as AbsPath;
    const size = Number(fileSystem.lstat(path)?.size ?? 0);
    const bytes = fileSystem.readRange(path, Math.max(0, size - tailBytes), tailBytes);
    return bytes === undefined ? "" : decodeUtf8Lossy(bytes);
  } catch (thrown) {
    // Names in a listing are a service: what may not be read tells none.
    if (systemCode(thrown) === undefined) throw thrown;
    return "";
  }
}

/** In a worktree or submodule `.git` is a file that says where it is. */
function readGitDirectory(fileSystem: FileSystem, root: AbsPath): string {
  const path = `${root}/.git`;
  if (fileSystem.lstat(path as AbsPath)?.kind !== "file") return path;
  const bytes = fileSystem.readRange(path as AbsPath, 0, pointerBytes);
  const named = /^gitdir: (.+)$/m.exec(decodeUtf8Lossy(bytes ?? new Uint8Array()))?.[1];
  if (named === undefined) return path;
  return named.startsWith("/") ? named : `${root}/${named}`;
}
