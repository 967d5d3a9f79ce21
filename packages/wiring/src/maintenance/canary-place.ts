import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, systemCode } from "@unf/core/base";
import { isAlive, readOwnEntry, socketPlace, thisProcess } from "@unf/system";

/** A temporary directory for one live test, with a home and a project that are not made yet. */
export interface CanaryPlace {
  readonly home: AbsPath;
  readonly root: AbsPath;
  readonly path: string;
}

/** In its name is the process that made it, by number and start, so that one that was killed is known. */
const named = /^unf-canary-(\d+)-(\d*)-\w+$/;

/** Makes one, and takes those away whose process was killed before it could. */
export function makeCanaryPlace(): CanaryPlace {
  const around = realpathSync(tmpdir());
  removeAbandoned(around);
  const { pid, startTicks } = thisProcess();
  return placeAt(mkdtempSync(join(around, `unf-canary-${pid}-${startTicks ?? ""}-`)));
}

function placeAt(path: string): CanaryPlace {
  return { home: join(path, "home") as AbsPath, root: join(path, "project") as AbsPath, path };
}

export function removeCanaryPlace({ home, path }: CanaryPlace): void {
  removeSocketDirectory(home, path);
  // One that was killed may be writing its last file.
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}

function removeAbandoned(around: string): void {
  for (const name of readdirSync(around)) {
    const [, pid, startTicks] = named.exec(name) ?? [];
    const maker = { pid: Number(pid), startTicks: Number(startTicks) || undefined };
    if (pid !== undefined && !isAlive(maker)) removeIfOurs(join(around, name));
  }
}

/** Others' directories, and what cannot be removed, are no matter of a live test. */
function removeIfOurs(path: string): void {
  try {
    const isOurs = readOwnEntry(path as AbsPath)?.isOurs === true;
    if (isOurs && lstatSync(path).isDirectory()) removeCanaryPlace(placeAt(path));
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
}

/** Where the temporary directory's path is too long for a socket, that is somewhere else. */
function removeSocketDirectory(home: AbsPath, place: string): void {
  const { directory } = socketPlace(home);
  if (directory === undefined || directory.startsWith(place)) return;
  try {
    rmdirSync(directory);
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
  }
}
