import { childPath, joinPath, type RelPath, UnfError } from "@unf/core/base";
import type { RecorderProcess } from "./recorder-process.ts";
import type { SimProject, World } from "./world.ts";

/** Restores some known state while everybody else goes on. False when there is none. */
export function restoreBusily(world: World, process: RecorderProcess): boolean {
  const project = world.random.pick(world.projects);
  if (project.points.length === 0) return false;
  const { id } = world.random.pick(project.points);
  world.note(() => `restore ${project.root} to v${id}, while others go on`);
  process.restore(project, id).then(
    () => world.note(() => "restored"),
    (thrown: unknown) => tellRefusal(world, thrown),
  );
  return true;
}

/** Takes back the last operation, or does it again, while everybody else goes on. */
export function invertBusily(world: World, process: RecorderProcess): boolean {
  const project = world.random.pick(world.projects);
  const kind = world.random.pick(["undo", "undo", "redo"] as const);
  world.note(() => `${kind} in ${project.root}, while others go on`);
  process.invert(project, kind).then(
    () => world.note(() => `${kind} is done`),
    (thrown: unknown) => tellRefusal(world, thrown),
  );
  return true;
}

/** Unlocks, as a person does who reads that the system refuses, everything in the way of an operation. */
export function unlockForOperations({ disk }: World, project: SimProject): void {
  const { root, timeline, operations } = project;
  if (timeline.unfinishedOperations().length === 0) return;
  const visit = (path: RelPath): void => {
    const place = joinPath(root, path);
    const stat = disk.lstat(place);
    if (stat?.kind !== "directory") return;
    if ((stat.mode & 0o700) !== 0o700) {
      disk.chmod(place, 0o755);
      operations.touched(path);
    }
    for (const { name } of disk.list(place) ?? []) visit(childPath(path, name));
  };
  visit("" as RelPath);
}

/** An operation may refuse; that ends nothing. */
export function tellRefusal(world: World, thrown: unknown): void {
  if (thrown instanceof UnfError && thrown.code !== "store_damaged") {
    world.note(() => `restore: ${thrown.message}`);
    return;
  }
  world.caught(thrown, "restore");
}
