import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectReader } from "@unf/answers";
import type { AbsPath, RelPath } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { openHomeReader } from "@unf/wiring";

/** Opens the history of the one project of a home that has this root. */
export function readProject(unfHome: AbsPath, root: string): ProjectReader {
  const reader = openHomeReader(unfHome);
  const project = reader.projects().find((entry) => entry.root === root);
  if (project === undefined) throw new Error(`${root} has no history`);
  return reader.open(project);
}

/** The files whose newest recorded version is what is on disk. */
export function countRight(reader: ProjectReader, root: string, files: readonly string[]): number {
  return files.filter((path) => {
    const newest = reader.timeline.pathAt(path as RelPath, {
      at: Number.MAX_SAFE_INTEGER as never,
    });
    return newest.kind === "kept" && newest.row.hash === digest(readFileSync(join(root, path)));
  }).length;
}
