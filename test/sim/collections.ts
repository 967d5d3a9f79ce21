import { type AbsPath, joinPath, type RelPath, UnfError } from "@unf/core/base";
import { modelDigest } from "./digest.ts";
import type { RecorderProcess } from "./recorder-process.ts";
import { objectsDirectory, type World } from "./world.ts";

/** Collects while everybody else goes on. */
export function collectBusily(world: World, process: RecorderProcess): boolean {
  world.note(() => "collect, while others go on");
  process.collect(world.random.chance(0.3)).then(
    (report) => world.note(() => `collected ${report?.collected.objects ?? "no"} objects`),
    (thrown: unknown) => {
      // A disk that is full now ends nothing but this.
      if (!(thrown instanceof UnfError) || thrown.code !== "no_space") {
        world.caught(thrown, "collect");
      }
    },
  );
  return false;
}

/**
 * Puts contents that are about to be captured into the store, as objects that rows left which are
 * deleted since.
 */
export function plantOldObjects(world: World): void {
  const { random, temper } = world;
  if (temper.collects === 0 || random.chance(0.5)) return;
  for (const { root } of world.projects) {
    for (const path of listFiles(world, root)) plantOld(world, path);
  }
}

function listFiles({ disk }: World, root: AbsPath): AbsPath[] {
  return (disk.list(root) ?? [])
    .filter(({ kind }) => kind === "file")
    .map(({ name }) => joinPath(root, name as RelPath));
}

function plantOld({ disk }: World, file: AbsPath): void {
  const read = disk.read(file, 2000);
  if (read.kind !== "content") return;
  const hash = modelDigest(read.bytes);
  const directory = joinPath(objectsDirectory, hash.slice(0, 2) as RelPath);
  const path = joinPath(directory, hash.slice(2) as RelPath);
  if (disk.lstat(path) !== undefined) return;
  disk.makeDirectory(directory, 0o700);
  disk.writeNew(path, read.bytes, { mode: 0o444, sync: true });
  disk.setTime(path, 1n);
  for (let up = directory as string; up !== ""; up = up.slice(0, up.lastIndexOf("/"))) {
    disk.syncDirectory(up as AbsPath);
  }
}
