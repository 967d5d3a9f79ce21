import { type AbsPath, decodeUtf8Lossy, joinPath, parentPath, type RelPath } from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";

/** Entries of a `.git` directory which say that something is under way, and what that is. */
const signs = [
  ["MERGE_HEAD", "a merge is in progress"],
  ["rebase-merge", "a rebase is in progress"],
  ["rebase-apply", "a rebase is in progress"],
  ["CHERRY_PICK_HEAD", "a cherry-pick is in progress"],
  ["REVERT_HEAD", "a revert is in progress"],
  ["index.lock", "git works in it, or was cut off"],
] as const;

/**
 * Warns of what git has begun in the checkout around the project: what is restored now becomes part
 * of it. Only looks, and never into git's own files but to find the directory of a worktree.
 */
export function readGitWarnings(
  fs: Pick<FileSystem, "lstat" | "read">,
  root: AbsPath,
): readonly string[] {
  const directory = findGitDirectory(fs, root);
  if (directory === undefined) return [];
  const found = signs.filter(([name]) => exists(fs, directory, name));
  return found.map(([name, what]) => `${what} in this git checkout (${name})`);
}

/** That of the root or of the nearest directory above it. */
function findGitDirectory(
  fs: Pick<FileSystem, "lstat" | "read">,
  root: AbsPath,
): AbsPath | undefined {
  for (let above: string = root; ; above = parentPath(above as RelPath)) {
    const at = joinPath((above === "" ? "/" : above) as AbsPath, ".git" as RelPath);
    const kind = kindOf(fs, at);
    if (kind === "directory") return at;
    if (kind === "file") return followWorktree(fs, at);
    if (above === "" || above === "/") return undefined;
  }
}

/** A `.git` of a worktree or submodule is a file that names the directory. */
function followWorktree(fs: Pick<FileSystem, "read">, file: AbsPath): AbsPath | undefined {
  const read = fs.read(file, 4096);
  if (read.kind !== "content") return undefined;
  const [, named = ""] = /^gitdir: (.+?)\s*$/.exec(decodeUtf8Lossy(read.bytes)) ?? [];
  if (named === "") return undefined;
  return named.startsWith("/")
    ? (named as AbsPath)
    : joinPath(parentPath(file as string as RelPath) as string as AbsPath, named as RelPath);
}

function exists(fs: Pick<FileSystem, "lstat">, directory: AbsPath, name: string): boolean {
  return kindOf(fs, joinPath(directory, name as RelPath)) !== undefined;
}

/** Looks at an entry. One that cannot be looked at says nothing: a warning is no reason to fail. */
function kindOf(fs: Pick<FileSystem, "lstat">, path: AbsPath): string | undefined {
  try {
    return fs.lstat(path)?.kind;
  } catch {
    return undefined;
  }
}
