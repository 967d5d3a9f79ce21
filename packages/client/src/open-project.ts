import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import process from "node:process";
import type { ProjectEntry } from "@unf/answers";
import {
  type AbsPath,
  absPathToColumn,
  decodePath,
  relativeTo,
  systemCode,
  UnfError,
} from "@unf/core/base";
import { homeDirectory, makeHome, openHomeReader, openWriter } from "@unf/wiring";
import { listCheckpoints, readPayload, setCheckpoint } from "./checkpoints.ts";
import { hasChanges, readDiffStat } from "./diff-stat.ts";
import { inTurn } from "./in-turn.ts";
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
  const mayBeUnwatched = options.watch === false;
  if (mayBeUnwatched) await beginHistory(home, canonicalRoot(directory));
  using reader = openHomeReader(home);
  const entry = findProject(reader.projects(), directory);
  return projectOf(new Session(home, reader.open(entry), mayBeUnwatched));
}

/** Makes the home and an empty history of the directory, where there are none. */
async function beginHistory(home: AbsPath, root: AbsPath): Promise<void> {
  makeHome(home);
  using reader = openHomeReader(home);
  if (reader.projects().some((project) => project.root === root)) return;
  await inTurn(home, async () => {
    await using writer = await openWriter(home, "process");
    await writer.request("begin", { root: absPathToColumn(root) });
  });
}

function projectOf(session: Session): Project {
  const close = async (): Promise<void> => session.close();
  return {
    root: absPathToColumn(session.root),
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

/**
 * The project whose root is this very directory. One that merely contains it is not meant: a
 * restore would reach further than the caller thinks. Throws `not_watched`.
 */
function findProject(projects: readonly ProjectEntry[], directory: string): ProjectEntry {
  const root = canonicalRoot(directory);
  const found = projects.find((project) => project.root === root);
  if (found !== undefined) return found;
  const around = projects.find((project) => relativeTo(project.root, root) !== undefined);
  throw new UnfError("not_watched", `${root} is not the root of a watched project`, {
    hint: around === undefined ? `unf watch ${root}` : `the project around it is ${around.root}`,
  });
}

function canonicalRoot(directory: string): AbsPath {
  if (directory === "") throw new UnfError("usage", "the directory is empty");
  return canonical(resolve(directory));
}

/** The path with links followed, in what exists of it: a root may be gone and be restored. */
function canonical(path: string): AbsPath {
  try {
    return decodePath(realpathSync.native(path, { encoding: "buffer" })) as AbsPath;
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT" || path === "/") throw thrown;
    return resolve(canonical(dirname(path)), basename(path)) as AbsPath;
  }
}
