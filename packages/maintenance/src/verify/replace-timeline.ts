import { type AbsPath, type ProjectId, systemCode, UnfError } from "@unf/core/base";
import type { TimelineBuilder } from "@unf/core/exchange";
import { projectDirectory, timelinePath } from "@unf/core/home";
import type { FileSystem, ProjectIdentity } from "@unf/core/ports";
import type { HomePorts } from "../home/home.ts";
import { keepingPlace, moveAway, moveFile } from "../home/swap-timeline.ts";

/**
 * Puts a rebuilt timeline in the place of a damaged one, whose files are moved into `lost+found/`.
 * Nobody may have it open. The new one is complete before the old one moves; a crash between the two
 * is finished by the next opening.
 */
export function replaceTimeline(
  world: HomePorts & { readonly builder: Pick<TimelineBuilder, "rebuild"> },
  id: ProjectId,
): { readonly versions: number; readonly keptIn: AbsPath } {
  const { fs, home } = world;
  const damaged = timelinePath(home, id);
  checkReadable(fs, damaged);
  const keptIn = keepingPlace(world, id);
  for (const end of ["-wal", "-shm"]) {
    // An entry there that is no file would keep SQLite from the rows.
    if (fs.lstat(`${damaged}${end}` as AbsPath)?.kind !== "file") moveFile(world, id, keptIn, end);
  }
  const { path, versions } = world.builder.rebuild(id, identify(world, id));
  moveAway(world, id, keptIn);
  fs.rename(path, damaged);
  fs.syncDirectory(projectDirectory(home, id));
  return { versions, keptIn };
}

/** A file that this user may not read is whole for all we know: nothing is rebuilt out of nothing. */
function checkReadable(fs: FileSystem, path: AbsPath): void {
  if (fs.lstat(path) === undefined) {
    throw new UnfError("not_found", `there is no timeline at ${path}`);
  }
  try {
    // Opens it, which is what matters here.
    fs.syncFile(path);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code !== "EACCES" && code !== "EPERM") return;
    const hint = `chmod 600 ${path}`;
    throw new UnfError("failed", `${path} cannot be read (${code})`, { hint, cause: thrown });
  }
}

/** The project as the intent knows it, for a timeline that has lost even that. */
function identify({ fs, intents, clock }: HomePorts, id: ProjectId): ProjectIdentity | undefined {
  const intent = intents.read();
  const intended =
    intent.kind === "known" ? intent.intent.projects.find((one) => one.id === id) : undefined;
  if (intended === undefined) return undefined;
  const stat = fs.lstat(intended.root);
  return {
    project: id,
    root: intended.root,
    dev: stat?.dev ?? 0n,
    ino: stat?.ino ?? 0n,
    createdAt: clock.wall(),
  };
}
