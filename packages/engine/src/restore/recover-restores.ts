import {
  type AbsPath,
  type Clock,
  type FileSystem,
  isSafePath,
  joinPath,
  type Operation,
  parentPath,
  type RelPath,
  type RestorePlan,
  type Timeline,
} from "@unf/core";
import { isReachable, lookAt } from "../capture/take-snapshot.ts";
import { stagedWrites, temporaryPath } from "./apply-plan.ts";

export interface RecoverPorts {
  readonly root: AbsPath;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly timeline: Timeline;
}

/** Each recorder finishes what the one before it left, so what is left is among the newest. */
const lookedAt = 100;

/**
 * Ends the restores during which the program died: removes what they staged beside their targets.
 * What was renamed into place already stays; what it replaced was recorded first, and the sweep that
 * follows records the files as they are now.
 */
export function recoverRestores(ports: RecoverPorts): void {
  for (const operation of ports.timeline.operations(lookedAt)) {
    if (operation.outcome !== "running") continue;
    removeStaged(ports, operation);
    const end = { at: ports.clock.wall(), outcome: "partial" } as const;
    ports.timeline.finishOperation(operation.id, end);
  }
}

function removeStaged(ports: RecoverPorts, operation: Operation): void {
  const plan = JSON.parse(operation.plan) as RestorePlan;
  for (const [index, { path }] of stagedWrites(plan).entries()) {
    const temporary = temporaryPath(path, operation.id, index);
    const directory = parentPath(temporary);
    if (!isSafePath(temporary) || !isReachable(ports, temporary)) continue;
    if (kindAt(ports, directory) !== "directory") continue;
    const kind = kindAt(ports, temporary);
    if (kind === "file" || kind === "link") ports.fs.remove(joinPath(ports.root, temporary));
    // Even if it is gone already: the operation will count as ended, and nobody would look for a
    // file that a power cut brings back.
    ports.fs.syncDirectory(joinPath(ports.root, directory));
  }
}

function kindAt(ports: RecoverPorts, path: RelPath) {
  const stat = lookAt(ports, path);
  return stat === "unreadable" ? undefined : stat?.kind;
}
