import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, systemCode } from "@unf/core/base";
import { isAlive, readOwnEntry, removeSocketDirectory, thisProcess } from "@unf/system";

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
  for (const path of abandonedIn(around)) removeIfOurs(path);
  const { pid, startTicks } = thisProcess();
  return placeAt(mkdtempSync(join(around, `unf-canary-${pid}-${startTicks ?? ""}-`)));
}

function placeAt(path: string): CanaryPlace {
  return { home: join(path, "home") as AbsPath, root: join(path, "project") as AbsPath, path };
}

export function removeCanaryPlace({ home, path }: CanaryPlace): void {
  removeSocketDirectory(home);
  // One that was killed may be writing its last file.
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}

/** None where others' directories may not even be listed. */
function abandonedIn(around: string): string[] {
  try {
    return readdirSync(around)
      .filter((name) => named.test(name) && !isMade(name))
      .map((name) => join(around, name));
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return [];
  }
}

/** By somebody who is still there. */
function isMade(name: string): boolean {
  const [, pid, startTicks] = named.exec(name) ?? [];
  return isAlive({ pid: Number(pid), startTicks: Number(startTicks) || undefined });
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
