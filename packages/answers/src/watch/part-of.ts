import { type AbsPath, type RelPath, relativeTo } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import type { ProjectRules } from "../ports/settings.ts";

/**
 * The watched project that records the directory already, as a part of its own tree; `undefined` when
 * none does, when its rules leave the directory out, or when the directory is a watched project itself.
 */
export async function findOuter(
  projects: readonly ProjectEntry[],
  root: AbsPath,
  rulesOf: (project: ProjectEntry) => Promise<ProjectRules>,
): Promise<ProjectEntry | undefined> {
  if (projects.some((project) => project.root === root && project.watched)) return undefined;
  const [outer] = projects
    .filter((project) => project.watched && relativeTo(project.root, root) !== undefined)
    .sort((a, b) => b.root.length - a.root.length);
  if (outer === undefined) return undefined;
  const { filter } = await rulesOf(outer);
  const inside = relativeTo(outer.root, root) as RelPath;
  return filter.covers(inside) ? outer : undefined;
}
