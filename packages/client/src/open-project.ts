import process from "node:process";
import { type AbsPath, pathToColumn, type RelPath } from "@unf/core/base";
import { homeDirectory, openHomeReader } from "@unf/wiring";
import { listCheckpoints, readPayload, setCheckpoint } from "./checkpoints.ts";
import { hasChanges, readDiffStat } from "./diff-stat.ts";
import { findProject } from "./find-project.ts";
import { invert } from "./invert.ts";
import { oops } from "./oops.ts";
import { listOperations } from "./operations.ts";
import type { OpenOptions, Project } from "./public.ts";
import { restore } from "./restore.ts";
import { Session } from "./session.ts";
import { readContent, readTree } from "./tree.ts";

/** Opens a recorded project; `public.ts` says what its methods do. */
export async function openProject(directory: string, options: OpenOptions = {}): Promise<Project> {
  const home = homeDirectory(options.home === undefined ? process.env : { UNF_HOME: options.home });
  using reader = openHomeReader(home);
  const entry = findProject(reader.projects(), directory);
  return projectOf(new Session(home, reader.open(entry)));
}

function projectOf(session: Session): Project {
  const close = async (): Promise<void> => session.close();
  return {
    root: rootText(session.root),
    checkpoint: async (options = {}) => setCheckpoint(session, options),
    checkpoints: async () => listCheckpoints(session),
    payload: async (checkpoint) => readPayload(session, checkpoint),
    diffStat: async (checkpoint, { to } = {}) => readDiffStat(session, checkpoint, to),
    hasChanges: async (checkpoint) => hasChanges(session, checkpoint),
    restore: async (target, options = {}) => restore(session, target, options),
    undo: async (options = {}) => invert(session, "undo", options),
    redo: async (options = {}) => invert(session, "redo", options),
    oops: async (options = {}) => oops(session, options),
    operations: async ({ limit = 100 } = {}) => listOperations(session, limit),
    treeAt: async (checkpoint) => readTree(session, checkpoint),
    read: async (hash) => readContent(session, hash),
    flush: async () => session.flush(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function rootText(root: AbsPath): string {
  return pathToColumn(root as string as RelPath);
}
