import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { type AbsPath, isUtf8Path, joinPath, type RelPath, relativeTo } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import {
  createFilter,
  type Filter,
  type HeldRules,
  type OuterIgnoreFile,
  type Signature,
  secretChange,
} from "@unf/core/filter";
import type { ProjectOptions } from "@unf/core/intent";
import type { FileSystem, TimelineReader } from "@unf/core/ports";
import { readIgnoreFile } from "./read-ignore-file.ts";

export interface FilterWorld {
  readonly fs: FileSystem;
  readonly home: AbsPath;
  readonly root: AbsPath;
  readonly config: Config;
  readonly options: ProjectOptions;
  readonly nestedRoots: readonly RelPath[];
  /** Patterns that are forgotten for good, by the timeline. */
  readonly forgotten: readonly string[];
  readonly globalExcludes: readonly OuterIgnoreFile[];
  readonly signatures: { readonly look: Signature } | undefined;
  /** Rules that agents wrote in the project's ignore files. */
  readonly heldRules?: HeldRules | undefined;
}

/** Patterns of what is not recorded any more because a person ordered it to be forgotten. */
export function listForgotten(timeline: Pick<TimelineReader, "forgettings">): string[] {
  return timeline
    .forgettings()
    .flatMap(({ lasting, pattern }) => (lasting && pattern !== null ? [pattern] : []));
}

/** The filter of one project, over the real ignore files. */
export function openFilter(world: FilterWorld): Filter {
  const { fs, root, config } = world;
  const home = relativeTo(root, world.home);
  return createFilter(
    {
      ignoreCase: process.platform === "darwin" || process.platform === "win32",
      outer: [...world.globalExcludes, ...readOuterIgnoreFiles(fs, root)],
      includeIgnored: world.options.includeIgnored ?? [],
      directories: { add: config["filter.exclude_dirs"] },
      extensions: { add: config["filter.exclude_extensions"] },
      binary: world.options.binary ?? config["record.binary"],
      secrets: secretChange(config),
      forgotten: world.forgotten,
      nestedRoots: world.nestedRoots,
      ...(home === undefined ? {} : { home }),
      ...(world.signatures === undefined ? {} : { signature: world.signatures.look }),
    },
    { read: (path) => readIgnoreFile(fs, joinPath(root, path)) },
    world.heldRules,
  );
}

/**
 * Ignore files of a git repository that begins above the project's root: they count below it too.
 * The weakest first. Empty when the root is itself the top of a repository, or in none.
 */
function readOuterIgnoreFiles(
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
