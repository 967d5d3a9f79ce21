import type { ProjectId } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import type { Pruning } from "@unf/core/timeline";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type { ProjectReport } from "./read-report.ts";
import type { ListedProjectAnswer, ProjectsAnswer, PruningAnswer } from "./shape.ts";

/** Projects and how each is doing. */
export function projectsAnswer(projects: readonly ProjectReport[]): ProjectsAnswer {
  return { projects: projects.map(projectAnswer) };
}

function projectAnswer({ entry, ...report }: ProjectReport): ListedProjectAnswer {
  return {
    id: projectName(entry.id),
    ...pathFields("root", entry.root),
    watched: entry.watched,
    state: report.state,
    reason: report.reason ?? null,
    files: report.files,
    versions: report.versions,
    bytes: report.bytes,
    first_at: report.firstAt === null ? null : instant(report.firstAt),
    last_at: report.lastAt === null ? null : instant(report.lastAt),
    last_pruning: pruningAnswer(report.lastPruning),
  };
}

/** `p-0000000000000001` */
export function projectName(id: ProjectId): string {
  return `p-${id}`;
}

/** When versions were removed last; `null` where none ever were. */
export function pruningAnswer(pruning: Pruning | undefined): PruningAnswer {
  if (pruning === undefined) return null;
  const { at, cause, snapshots, from, to } = pruning;
  return {
    at: formatUtc(at),
    cause,
    versions: snapshots,
    from: formatUtc(from),
    to: formatUtc(to),
  };
}
