import process from "node:process";
import { type AbsPath, joinPath, type RelPath, relativeTo } from "@unf/core/base";
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
import { readOuterIgnoreFiles } from "./outer-ignore-files.ts";
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
