import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { ProjectEntry } from "@unf/answers";
import { type AbsPath, decodePath, relativeTo, systemCode, UnfError } from "@unf/core/base";

/**
 * The project whose root is this very directory. One that merely contains it is not meant: a
 * restore would reach further than the caller thinks. Throws `not_watched`.
 */
export function findProject(projects: readonly ProjectEntry[], directory: string): ProjectEntry {
  if (directory === "") throw new UnfError("usage", "the directory is empty");
  const root = canonical(resolve(directory));
  const found = projects.find((project) => project.root === root);
  if (found !== undefined) return found;
  const around = projects.find((project) => relativeTo(project.root, root) !== undefined);
  throw new UnfError("not_watched", `${root} is not the root of a watched project`, {
    hint: around === undefined ? `unf watch ${root}` : `the project around it is ${around.root}`,
  });
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
