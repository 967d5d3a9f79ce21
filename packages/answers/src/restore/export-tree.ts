import type { AbsPath, RelPath } from "@unf/core/base";
import { directoryModeAt } from "@unf/core/ports";
import { directoryPoints, type RestoreRequest } from "@unf/core/restore";
import { inSteps } from "../parts/in-turn.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import { canonicalPlace, resolvePath } from "../scope/paths.ts";
import { warnOfThinned } from "../scope/thinned.ts";
import type { AskedRestore } from "./plan-restore.ts";
import { checkDestination, readWanted, type Wanted } from "./read-wanted.ts";

/** Files that are to be written into another directory, beside the project. */
export interface PlannedExport extends AskedRestore {
  readonly directory: AbsPath;
  readonly wanted: Wanted;
}

/** How much was written, or would be. */
export interface WrittenTree {
  readonly files: number;
  readonly bytes: number;
}

/** The user who writes, and the way others get their turn. */
export interface ExportWriter {
  /** Owner of the files that are written; `undefined` where users have no numbers. */
  readonly uid: number | undefined;
  breathe(): Promise<void>;
}

/**
 * Finds the files and the place that are meant. Warns of what is left out. Throws `refused` for a
 * directory inside the store, `not_found` where there is nothing.
 */
export async function planExport(
  asker: Asker,
  { reader }: OpenHome,
  restore: AskedRestore,
  word: string,
): Promise<PlannedExport> {
  const directory = canonicalPlace(asker, resolvePath(asker.cwd(), word));
  checkDestination(directory, reader.home);
  const wanted = await inSteps(asker, readWanted(restore.scope.reader, restore.asked.request));
  warnOfThinned(asker, wanted.thinned);
  return { ...restore, directory, wanted };
}

/** How much an export would write. */
export function sizeOf({ wanted: { rows } }: PlannedExport): WrittenTree {
  return { files: rows.length, bytes: rows.reduce((sum, snapshot) => sum + snapshot.bytes, 0) };
}

/** Writes the files. Throws `refused` where something is there already. */
export async function writeExport(
  asker: Asker,
  { scope, asked, directory, wanted }: PlannedExport,
  writer: ExportWriter,
): Promise<WrittenTree> {
  const { exportTree } = await import("@unf/engine");
  const ports = {
    fs: await asker.fileSystem(),
    uid: writer.uid,
    content: scope.reader.content.bind(scope.reader),
    modeOf: modesAt(scope, asked.request),
    breathe: () => writer.breathe(),
  };
  return exportTree(ports, wanted.rows, directory);
}

/** Modes of directories where the request leads back to. */
function modesAt({ reader }: OpenScope, { target, within }: RestoreRequest) {
  const pointOf = directoryPoints(target, within);
  return (directory: RelPath) => {
    const point = pointOf(directory);
    return point && directoryModeAt(reader.timeline, directory, point);
  };
}
