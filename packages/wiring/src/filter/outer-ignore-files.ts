import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type AbsPath, isUtf8Path, type RelPath } from "@unf/core/base";
import type { OuterIgnoreFile } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";
import { readIgnoreFile } from "./read-ignore-file.ts";

/**
 * Ignore files of a git repository that begins above the project's root: they count below it too.
 * The weakest first. Empty when the root is itself the top of a repository, or in none.
 */
export function readOuterIgnoreFiles(
  fs: Pick<FileSystem, "read">,
  root: AbsPath,
): readonly OuterIgnoreFile[] {
  const top = isUtf8Path(root) ? findTop(root) : undefined;
  if (top === undefined || top === root) return [];
  const files = [join(top, ".git/info/exclude")];
  const above: string[] = [];
  for (let at = dirname(root); at.length >= top.length; at = dirname(at)) above.unshift(at);
  for (const directory of above) files.push(join(directory, ".gitignore"));
  return files.flatMap((name, index) => {
    const content = readIgnoreFile(fs, name as AbsPath);
    // The patterns of info/exclude are bound to the top, as those of the uppermost .gitignore.
    const bound = index === 0 ? top : dirname(name);
    const prefix = relative(bound, root) as RelPath;
    return content === undefined ? [] : [{ name, content, prefix }];
  });
}

function findTop(root: string): string | undefined {
  for (let at = root; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
