import process from "node:process";
import { type AbsPath, createRouter } from "@unf/core";
import { openFileSystem, readIntent } from "@unf/system";
import type { ProjectEntry, ProjectRules } from "./contract.ts";
import { readGlobalExcludes } from "./global-excludes.ts";
import { openFilter } from "./project-filter.ts";
import { readSettings } from "./settings.ts";

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
    signatures: undefined,
  });
  return { filter, maxFileBytes: options.maxFileBytes ?? config["record.max_file_size"] };
}
