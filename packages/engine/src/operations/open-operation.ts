import { type BlobId, type DirectoryFacts, type RelPath, UnfError } from "@unf/core";
import { lookAt } from "../capture/look-at.ts";
import type { Project } from "../project/project.ts";
import { type PlanPorts, readEntries } from "../restore/read-plan.ts";
import { notStarted } from "./failures.ts";
import { recoverOperations } from "./recover-operations.ts";
import { readWhole } from "./stage-ports.ts";

/**
 * To be called first by every operation: makes the root anew when it was removed, ends what a crash
 * left half done, and records everything within; `onSeen` hears how many files it has looked at. Throws `not_found` when no directory can be there,
 * `pending` when an earlier operation cannot be finished.
 */
export async function beginOperation(
  project: Project,
  within: readonly RelPath[],
  onSeen: (files: number) => void,
): Promise<void> {
  if (!project.guard.makeAnew()) throw rootAway(project);
  await recoverOperations(project);
  try {
    await project.flushNow(within, ({ files }) => onSeen(files));
  } catch (thrown) {
    throw notStarted(thrown);
  }
}

/** What planning needs of a project that is open for writing. */
export function planPorts(project: Project, onLooked?: () => void): PlanPorts {
  const { timeline, contents, rescueDirectory } = project.ports;
  return {
    ...project.context,
    onLooked,
    timeline,
    rescueDirectory,
    isKept: (hash: BlobId, bytes: number) =>
      contents.stands(hash, bytes) || timeline.inboxed(hash) !== undefined,
    content: (hash) => readWhole(project, hash),
  };
}

/** What the disk says about directories of the project. */
export function diskDirectories({ context }: Project): DirectoryFacts {
  return {
    modeOf: (path) => {
      const stat = lookAt(context, path);
      return stat !== undefined && stat !== "unreadable" && stat.kind === "directory"
        ? stat.mode
        : undefined;
    },
    entries: (directory) => readEntries(context, directory),
  };
}

function rootAway({ ports }: Project): UnfError {
  return new UnfError("not_found", `the directory ${ports.root} cannot be written to`, {
    hint: "unf restore --to writes the files into another directory",
  });
}
