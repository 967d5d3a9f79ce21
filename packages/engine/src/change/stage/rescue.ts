import { type AbsPath, joinPath, parentPath, type RelPath, systemCode } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import type { Step } from "@unf/core/timeline";
import { pieces } from "./pieces.ts";
import { mustReach, type Worktree } from "./worktree.ts";

/** Codes with which a system says that a file cannot have a second name there. */
const noLinkCodes = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** True when the file that stands at the path is kept only by the rescue directory. */
export function needsRescue({ from }: Step): boolean {
  return from.kind === "rescued";
}

/** True for a file that has other names: what is written through those would change its rescue, too. */
export function isShared({ kind, nlink }: EntryStat): boolean {
  return kind === "file" && nlink > 1;
}

/**
 * Gives a file that cannot be recorded a second name in the rescue directory, or copies it where
 * that cannot be, or would not keep what it holds now. Durable when it returns. An earlier rescue is
 * never replaced: `a.bin~2` then.
 */
export function rescueFile(worktree: Worktree, path: RelPath, directory: AbsPath): AbsPath {
  return mustReach(worktree, path, (address) =>
    rescueEntry(worktree, { path, address }, directory),
  );
}

/** The same with what stands at an address, as the file that belongs to the path. */
export function rescueEntry(
  worktree: Worktree,
  { path, address }: { readonly path: RelPath; readonly address: AbsPath },
  directory: AbsPath,
): AbsPath {
  const { fs } = worktree;
  const to = freeName(worktree, joinPath(directory, path));
  const kept = joinPath(directory, parentPath(path));
  const known = nearestThere(worktree, kept);
  fs.makeDirectory(kept, 0o700);
  const stat = fs.lstat(address);
  if (stat !== undefined && isShared(stat)) fs.copyNew(address, to);
  else linkOrCopy(worktree, address, to);
  // Each that is new is an entry of the one above it.
  for (let above = kept; ; above = directoryAbove(above)) {
    fs.syncDirectory(above);
    if (above === known) return to;
  }
}

/** A second name, or a copy where that cannot be. Durable but for the name itself. */
export function linkOrCopy({ fs }: Pick<Worktree, "fs">, from: AbsPath, to: AbsPath): void {
  try {
    fs.link(from, to);
    syncIfReadable(fs, to);
  } catch (thrown) {
    if (!noLinkCodes.has(systemCode(thrown) ?? "")) throw thrown;
    fs.copyNew(from, to);
  }
}

/** A file that may not be opened keeps its name by the directory's flush; what it holds is its writer's. */
function syncIfReadable(fs: Worktree["fs"], path: AbsPath): void {
  try {
    fs.syncFile(path);
  } catch (thrown) {
    if (systemCode(thrown) !== "EACCES") throw thrown;
  }
}

/** True when the rescue directory holds this very file under a second name, whatever it comes to hold. */
export function isRescued({ fs }: Worktree, address: AbsPath, place: AbsPath): boolean {
  const [kept, now] = [fs.lstat(place), fs.lstat(address)];
  return kept !== undefined && now !== undefined && kept.dev === now.dev && kept.ino === now.ino;
}

/** The directory itself or the nearest one above it that is there. */
export function nearestThere({ fs }: Pick<Worktree, "fs">, directory: AbsPath): AbsPath {
  let nearest = directory;
  while (fs.lstat(nearest) === undefined) nearest = directoryAbove(nearest);
  return nearest;
}

export function directoryAbove(directory: AbsPath): AbsPath {
  return parentPath(directory as string as RelPath) as string as AbsPath;
}

/**
 * Puts aside what stands where a new operation is to keep its rescues: it belongs to an operation of
 * a history that is no more, whose numbers came again. Each rescue then has the name that is told.
 */
export function setAside(worktree: Pick<Worktree, "fs">, directory: AbsPath): void {
  const { fs } = worktree;
  if (fs.lstat(directory) === undefined) return;
  fs.rename(directory, freeName(worktree, directory));
  fs.syncDirectory(directoryAbove(directory));
}

function freeName({ fs }: Pick<Worktree, "fs">, wanted: AbsPath): AbsPath {
  let name = wanted;
  for (let n = 2; fs.lstat(name) !== undefined; n += 1) name = `${wanted}~${n}` as AbsPath;
  return name;
}

/** Takes back what `rescueFile` kept, as the files stand where they stood. Others have their turn in between. */
export async function dropRescues(
  { fs }: Pick<Worktree, "fs">,
  steps: readonly Step[],
  { directory, breathe }: { readonly directory: AbsPath; readonly breathe: () => Promise<void> },
): Promise<void> {
  for (const piece of pieces(steps.filter(needsRescue).reverse())) {
    for (const { path } of piece) {
      fs.remove(joinPath(directory, path));
      for (let above = parentPath(path); ; above = parentPath(above)) {
        if (!fs.removeDirectory(joinPath(directory, above)) || above === "") break;
      }
    }
    await breathe();
  }
}
