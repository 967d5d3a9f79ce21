import process from "node:process";
import { type AbsPath, createRouter, type ProjectId, UnfError } from "@unf/core";
import { openFileSystem, readIntent, timelinePath } from "@unf/system";
import { openTimelineReader } from "@unf/timeline";
import type { ProjectEntry, ProjectRules } from "./contract.ts";
import { readGlobalExcludes } from "./global-excludes.ts";
import { listForgotten, openFilter } from "./project-filter.ts";
import { readSettings } from "./settings.ts";

/** Nothing where the timeline cannot be read: other commands say so. */
function readForgotten(home: AbsPath, id: ProjectId): string[] {
  try {
    using timeline = openTimelineReader(timelinePath(home, id));
    return listForgotten(timeline);
  } catch (thrown) {
    if (thrown instanceof UnfError) return [];
    throw thrown;
  }
}

/** The rules a recorder of this project would go by now, from settings, intent and ignore files. */
export async function openProjectRules(
  home: AbsPath,
  project: ProjectEntry,
): Promise<ProjectRules> {
  const { id, root } = project;
  const chosen = readIntent(home);
  const projects = chosen.kind === "known" ? chosen.intent.projects : [];
  const { config } = await readSettings(home);
  const options = projects.find((one) => one.id === id)?.options ?? {};
  const filter = openFilter({
    fs: openFileSystem(),
    home,
    root,
    config,
    options,
    nestedRoots: createRouter(projects.map((one) => one.root)).nestedRoots(root),
    globalExcludes: readGlobalExcludes(process.env),
    forgotten: readForgotten(home, id),
    signatures: undefined,
  });
  return { filter, maxFileBytes: options.maxFileBytes ?? config["record.max_file_size"] };
}
