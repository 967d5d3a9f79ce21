import { closeSync, writeSync } from "node:fs";
import { type AbsPath, systemCode } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { ballastPath } from "@unf/core/home";
import type { Clock } from "@unf/core/ports";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { askToWrite } from "../disk/base/write-guard.ts";
import { openToWrite } from "../disk/base/writes.ts";
import { statEntry } from "../disk/entry-stat.ts";

/** Written at a time; about a millisecond. Unit: bytes. */
const stepBytes = 1024 * 1024;

/** True when the ballast is there, whole. */
export function hasBallast(home: AbsPath): boolean {
  return statEntry(ballastPath(home))?.size === BigInt(limits.disk.ballastBytes);
}

/**
 * Makes the ballast: bytes without pattern, which a file system can neither leave out nor compress.
 * False when the disk did not take it; then nothing of it is left.
 */
export async function makeBallast(home: AbsPath, clock: Clock): Promise<boolean> {
  const path = ballastPath(home);
  // Takes 5 ms to load, and everything that opens a home imports this file.
  const { randomFillSync } = await import("node:crypto");
  const step = randomFillSync(new Uint8Array(stepBytes));
  try {
    removeEntry(path);
    const fd = openToWrite(path, "wx", 0o600);
    try {
      for (let at = 0; at < limits.disk.ballastBytes; ) {
        askToWrite(path);
        at += writeSync(fd, step, 0, Math.min(step.length, limits.disk.ballastBytes - at));
        await clock.breathe();
      }
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    releaseBallast(home);
    return false;
  }
}

/** Gives the ballast back to the disk; false when there was none. */
export function releaseBallast(home: AbsPath): boolean {
  const path = ballastPath(home);
  try {
    if (statEntry(path) === undefined) return false;
    removeEntry(path);
    return true;
  } catch (thrown) {
    // A disk that has become read-only is not helped by it.
    if (systemCode(thrown) === undefined) throw thrown;
    return false;
  }
}
