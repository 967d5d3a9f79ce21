import { type AbsPath, decodeUtf8 } from "@unf/core/base";
import type { HomeFiles, ScannedFiles } from "@unf/core/ports";
import { systemError } from "../../kit/memory-disk.ts";
import type { MemoryFs } from "../../kit/memory-fs.ts";
import { listFiles } from "./machine.ts";

/** The port over a disk in memory: each call is made of those that the real one makes. */
export function memoryHomeFiles(disk: MemoryFs, unique: () => string): HomeFiles {
  const bytesOf = (path: AbsPath): Uint8Array => {
    const read = disk.read(path, Number.MAX_SAFE_INTEGER);
    if (read.kind === "content") return read.bytes;
    throw systemError("ENOENT", path);
  };
  return {
    exists: (path) => disk.lstat(path) !== undefined,
    listNames: (directory) => {
      const entries = disk.list(directory);
      if (entries === undefined) throw systemError("ENOENT", directory);
      return entries.map(({ name }) => name).sort();
    },
    listFiles: (directory) => listFiles(disk, directory),
    readText: (path) => {
      const read = disk.read(path, Number.MAX_SAFE_INTEGER);
      return read.kind === "content" ? decodeUtf8(read.bytes) : undefined;
    },
    replace: (path, bytes, mode) => {
      const cut = path.lastIndexOf("/");
      const directory = path.slice(0, cut) as AbsPath;
      const temporary = `${directory}/.${path.slice(cut + 1)}.${unique()}.tmp` as AbsPath;
      disk.writeNew(temporary, bytes, { mode, sync: true });
      disk.rename(temporary, path);
      disk.syncDirectory(directory);
    },
    removeAll: (path) => removeAll(disk, path),
    *readStretches(path) {
      yield bytesOf(path);
    },
    holdsAny: (path, needles) => {
      const bytes = Buffer.from(bytesOf(path));
      return needles.some((needle) => bytes.includes(Buffer.from(needle)));
    },
    scan: async (directory, { seeker, isSoughtName, skips }): Promise<ScannedFiles> => {
      const all = listFiles(disk, directory).map((path) => path.slice(directory.length + 1));
      const names = all.filter((name) => !skips(name));
      const read = names.map((name) => ({
        name,
        bytes: bytesOf(`${directory}/${name}` as AbsPath),
      }));
      const isHit = ({ name, bytes }: (typeof read)[number]) =>
        isSoughtName(name) || seeker.seek(bytes).next().done === false;
      return {
        files: names.length,
        bytes: read.reduce((sum, { bytes }) => sum + bytes.length, 0),
        found: read.filter(isHit).map(({ name }) => name),
        unread: [],
      };
    },
  };
}

function removeAll(disk: MemoryFs, path: AbsPath): void {
  const stat = disk.lstat(path);
  if (stat === undefined) return;
  for (const { name } of disk.list(path) ?? []) removeAll(disk, `${path}/${name}` as AbsPath);
  if (stat.kind === "directory") disk.removeDirectory(path);
  else disk.remove(path);
}
