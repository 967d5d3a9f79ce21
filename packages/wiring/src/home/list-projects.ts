import type { AbsPath } from "@unf/core/base";
import { timelinePath } from "@unf/core/home";
import { listProjects as listProjectsOf, type ProjectEntry } from "@unf/maintenance/projects";
import { homeFiles, readIntent } from "@unf/system";
import { openTimelineReader, readIdentity } from "@unf/timeline";

/** The projects of a home; opens the timelines of those that are not watched. */
export function listProjects(home: AbsPath): ProjectEntry[] {
  return listProjectsOf({
    home,
    files: homeFiles,
    intents: { read: () => readIntent(home) },
    timelines: { read: (id) => openTimelineReader(timelinePath(home, id)), identity: readIdentity },
  });
}
