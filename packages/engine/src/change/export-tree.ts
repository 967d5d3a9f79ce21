import {
  type AbsPath,
  childPath,
  joinPath,
  parentPath,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import { isSafePath } from "@unf/core/refusals";
import { type FileMode, isLinkMode, type Snapshot } from "@unf/core/timeline";
import { type NewPlace, openNewPlace } from "./new-place.ts";

export interface ExportPorts {
  readonly fs: FileSystem;
  /** Owner of the files that are written; `undefined` where users have no numbers. */
  readonly uid: number | undefined;
  readonly content: (snapshot: Snapshot) => Uint8Array;
  /** The mode that a directory had; `undefined`: not known. */
  readonly modeOf?: (directory: RelPath) => FileMode | undefined;
  readonly breathe: () => Promise<void>;
}

/**
 * Writes recorded files below `directory`, which must be absent or empty, and nobody else's. Replaces
 * nothing and deletes nothing, and follows no link that others put on its way; durable when it
 * resolves. Throws `refused` when something is there already, or is exchanged meanwhile.
 */
export async function exportTree(
  ports: ExportPorts,
  snapshots: Iterable<Snapshot>,
  directory: AbsPath,
): Promise<{ readonly files: number; readonly bytes: number }> {
  requireEmpty(ports, directory);
  using place = openNewPlace(ports, directory);
  let files = 0;
  let bytes = 0;
  for (const snapshot of snapshots) {
    if (!isSafePath(snapshot.path)) {
      throw new UnfError("refused", `v${snapshot.id} has a path that is not safe to write`);
    }
    const content = ports.content(snapshot);
    writeOne(ports.fs, place, snapshot, content);
    files += 1;
    bytes += content.length;
    if (files % 64 === 0) await ports.breathe();
  }
  await ports.fs.flushAll(directory);
  return { files, bytes };
}

function writeOne(fs: FileSystem, place: NewPlace, { path, mode }: Snapshot, content: Uint8Array) {
  const parent = parentPath(path);
  const name = path.slice(parent === "" ? 0 : parent.length + 1) as RelPath;
  place.in(parent, (directory) => {
    const target = joinPath(directory, childPath("" as RelPath, name));
    if (isLinkMode(mode)) fs.symlink(target, content);
    else fs.writeNew(target, content, { mode: mode & 0o777, sync: false });
    return undefined;
  });
}

/** Before anything is made: `place` looks once more at what it has opened. */
function requireEmpty({ fs }: ExportPorts, directory: AbsPath): void {
  const there = fs.lstat(directory);
  const isEmpty =
    there === undefined || (there.kind === "directory" && fs.list(directory)?.length === 0);
  if (isEmpty) return;
  throw new UnfError("refused", `${directory} is not an empty directory`, {
    hint: "name a new or empty directory after --to",
  });
}
