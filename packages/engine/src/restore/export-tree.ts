import {
  type AbsPath,
  type FileSystem,
  isLinkMode,
  isSafePath,
  joinPath,
  parentPath,
  type Snapshot,
  UnfError,
} from "@unf/core";

export interface ExportPorts {
  readonly fs: FileSystem;
  readonly content: (snapshot: Snapshot) => Uint8Array;
  readonly breathe: () => Promise<void>;
}

/**
 * Writes recorded files below `directory`, which must be absent or empty. Replaces nothing and
 * deletes nothing; durable when it resolves. Throws `refused` when something is there already.
 */
export async function exportTree(
  ports: ExportPorts,
  snapshots: Iterable<Snapshot>,
  directory: AbsPath,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const there = ports.fs.lstat(directory);
  const isEmpty =
    there === undefined || (there.kind === "directory" && ports.fs.list(directory)?.length === 0);
  if (!isEmpty) {
    throw new UnfError("refused", `${directory} is not an empty directory`, {
      hint: "name a new or empty directory after --to",
    });
  }
  ports.fs.makeDirectory(directory, 0o755);
  let files = 0;
  let bytes = 0;
  for (const snapshot of snapshots) {
    if (!isSafePath(snapshot.path)) {
      throw new UnfError("refused", `v${snapshot.id} has a path that is not safe to write`);
    }
    const content = ports.content(snapshot);
    const target = joinPath(directory, snapshot.path);
    ports.fs.makeDirectory(joinPath(directory, parentPath(snapshot.path)), 0o755);
    if (isLinkMode(snapshot.mode)) ports.fs.symlink(target, content);
    else ports.fs.writeNew(target, content, { mode: snapshot.mode & 0o777, sync: false });
    files += 1;
    bytes += content.length;
    if (files % 64 === 0) await ports.breathe();
  }
  await ports.fs.flushAll(directory);
  return { files, bytes };
}
