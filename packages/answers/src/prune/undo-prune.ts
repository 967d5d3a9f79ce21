import { absPathToColumn, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { viewerOf } from "../scope/open-scope.ts";
import { openPruned } from "./plan-prune.ts";
import type { PruneUndoAnswer } from "./shape.ts";

/** Which prunings come back: of the project that is meant, or of all there are. */
export interface UndoPruneQuestion {
  readonly allProjects: boolean;
  /** Only counts what would come back. */
  readonly isDryRun: boolean;
}

/** Brings back what the daemon removed by itself within the last day. */
export async function undoPrune(
  asker: Asker,
  { allProjects, isDryRun }: UndoPruneQuestion,
): Promise<PruneUndoAnswer> {
  const home = await asker.openHome();
  const since = (viewerOf(asker).now - limits.retention.finalMs) as WallMs;
  const due = openPruned(asker, { allProjects }, home)
    .map(({ project, timeline }) => ({ project, versions: timeline.pruned(since).length }))
    .filter(({ versions }) => versions > 0);
  const projects: PruneUndoAnswer["projects"] = [];
  if (isDryRun) {
    for (const { project, versions } of due)
      projects.push({
        ...pathFields("root", project.root),
        versions_back: versions,
        versions_lost: 0,
      });
  } else if (due.length > 0) {
    await using writer = await home.wiring.openWriter(home.reader.home, "process");
    for (const { project } of due) {
      const root = absPathToColumn(project.root);
      const { versions_back, versions_lost } = await writer.request("prune_undo", { root });
      projects.push({ ...pathFields("root", project.root), versions_back, versions_lost });
    }
  }
  return { dry_run: isDryRun, projects };
}
