import { type AbsPath, joinPath, type ProjectId, type RelPath } from "@unf/core/base";
import { lostTimelineDirectory, projectDirectory, timelinePath } from "@unf/core/home";
import type { HomePorts } from "./home.ts";

type Place = Pick<HomePorts, "home" | "fs" | "unique">;

/**
 * Moves the files of a timeline away and a complete one into its place. Nobody may have it open. A
 * crash between the two is finished by the next opening. Where the old ones are kept.
 */
export function swapTimeline(place: Place, id: ProjectId, complete: AbsPath): AbsPath {
  const { fs, home } = place;
  const keptIn = keepingPlace(place, id);
  moveAway(place, id, keptIn);
  fs.rename(complete, timelinePath(home, id));
  fs.syncDirectory(projectDirectory(home, id));
  return keptIn;
}

/** A new directory for the files of a timeline that is replaced. */
export function keepingPlace({ fs, home, unique }: Place, id: ProjectId): AbsPath {
  const keptIn = lostTimelineDirectory(home, id, unique());
  fs.makeDirectory(keptIn, 0o700);
  return keptIn;
}

/**
 * The main file goes last: without it the next opening takes the complete one, whose name is durable
 * before any other goes.
 */
export function moveAway(place: Place, id: ProjectId, keptIn: AbsPath): void {
  place.fs.syncDirectory(projectDirectory(place.home, id));
  for (const end of ["-wal", "-shm", ""]) moveFile(place, id, keptIn, end);
  place.fs.syncDirectory(keptIn);
}

export function moveFile(
  { fs, home }: Pick<Place, "home" | "fs">,
  id: ProjectId,
  keptIn: AbsPath,
  end: string,
): void {
  const from = `${timelinePath(home, id)}${end}` as AbsPath;
  if (fs.lstat(from) === undefined) return;
  fs.rename(from, joinPath(keptIn, `timeline.db${end}` as RelPath));
}
