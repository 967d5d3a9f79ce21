import {
  type AbsPath,
  childPath,
  isWithin,
  joinPath,
  parentPath,
  type RelPath,
  systemCode,
  type WallMs,
} from "@unf/core/base";
import type { Filter } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";
import { directoryMode, type FileMode } from "@unf/core/timeline";
import type { ModeLedger } from "../record/mode-ledger.ts";
import { isRefusal, lookAt } from "./look-at.ts";

interface Context {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly filter: Pick<Filter, "covers">;
  readonly recorder: { readonly modes: ModeLedger };
}

/**
 * Looks at the modes of the directories above a path and records what is new. `known`: a path whose
 * directories were looked at just now.
 */
export function seeModesAbove(context: Context, path: RelPath, at: WallMs, known?: RelPath): void {
  const directories: RelPath[] = [];
  for (let above = parentPath(path); ; above = parentPath(above)) {
    if (known !== undefined && isWithin(above, known)) break;
    directories.push(above);
    if (above === "") break;
  }
  for (const directory of directories.reverse()) seeMode(context, directory, at);
}

/** Looks at the mode of one directory and records it when it is new. True when it was. */
export function seeMode(context: Context, directory: RelPath, at: WallMs): boolean {
  const before = context.recorder.modes.of(directory);
  const mode = modeOf(context, directory);
  if (mode === undefined || mode === before) return false;
  record(context, { directory, mode, before, at });
  return true;
}

interface Change {
  readonly directory: RelPath;
  readonly mode: FileMode;
  /** The mode it was taken to have until now; `undefined`: nothing was known. */
  readonly before: FileMode | undefined;
  readonly at: WallMs;
}

/**
 * Directories in it that were taken for being as it was are not as it is now: what is known of them is
 * said of themselves from here on.
 */
function record(context: Context, { directory, mode, before, at }: Change): void {
  const { modes } = context.recorder;
  modes.note({ path: directory, mode, at });
  if (before === undefined) return;
  for (const child of directoriesIn(context, directory)) {
    const now = modes.isOwn(child) ? undefined : modeOf(context, child);
    if (now === undefined || now === mode) continue;
    if (now === before) modes.note({ path: child, mode: now, at });
    else record(context, { directory: child, mode: now, before, at });
  }
}

function modeOf(context: Context, directory: RelPath): FileMode | undefined {
  const stat = lookAt(context, directory);
  const isDirectory = stat !== undefined && stat !== "unreadable" && stat.kind === "directory";
  return isDirectory ? directoryMode(stat.mode) : undefined;
}

function directoriesIn({ fs, root, filter }: Context, directory: RelPath): RelPath[] {
  try {
    const entries = fs.list(joinPath(root, directory)) ?? [];
    return entries
      .filter(({ kind }) => kind === "directory" || kind === "unknown")
      .map(({ name }) => childPath(directory, name))
      .filter((path) => filter.covers(path));
  } catch (thrown) {
    // One that may not be listed is looked at again when it may.
    if (!isRefusal(systemCode(thrown))) throw thrown;
    return [];
  }
}
