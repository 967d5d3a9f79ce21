import { type BlobId, type RelPath, UnfError } from "@unf/core/base";
import type { DirectoryFacts } from "@unf/core/operations";
import { lookAt } from "../../capture/look-at.ts";
import { settleAuthors } from "../../site/settle-authors.ts";
import type { Site } from "../../site/site.ts";
import { type PlanPorts, readEntries } from "../plan/read-plan.ts";
import { notStarted } from "../stage/failures.ts";
import { readWhole } from "../stage/stage-ports.ts";
import { recoverOperations } from "./recover-operations.ts";

/**
 * To be called first by every operation: makes the root anew when it was removed, ends what a crash
 * left half done, and records everything within, with who wrote it; `onSeen` hears how many files it
 * has looked at. Throws `not_found` when no directory can be there, `pending` when an earlier operation
 * cannot be finished.
 */
export async function beginOperation(
  site: Site,
  within: readonly RelPath[],
  onSeen: (files: number) => void,
): Promise<void> {
  if (!site.guard.makeAnew()) throw rootAway(site);
  await recoverOperations(site);
  try {
    await site.flushNow(within, ({ files }) => onSeen(files));
    // The authors of what was saved just now are part of the plan.
    await settleAuthors(site);
  } catch (thrown) {
    throw notStarted(thrown);
  }
}

/** Ports of planning in a project that is open for writing. */
export function planPorts(site: Site, onLooked?: () => void): PlanPorts {
  const { timeline, contents, rescueDirectory } = site.ports;
  return {
    ...site.context,
    onLooked,
    timeline,
    rescueDirectory,
    isKept: (hash: BlobId, bytes: number) =>
      contents.stands(hash, bytes) || timeline.inboxed(hash) !== undefined,
    content: (hash) => readWhole(site, hash),
  };
}

/** Facts about directories of the project, as on disk. */
export function diskDirectories({ context }: Site): DirectoryFacts {
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

function rootAway({ ports }: Site): UnfError {
  return new UnfError("not_found", `the directory ${ports.root} cannot be written to`, {
    hint: "unf restore --to writes the files into another directory",
  });
}
