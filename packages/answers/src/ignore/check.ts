import type { AbsPath } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectRules } from "../ports/settings.ts";
import { resolveScope } from "../scope/scope.ts";
import { setAsideAnswer, setAsideText } from "../status/set-aside.ts";
import { type Explanation, explainPath } from "./explain.ts";
import type { IgnoreCheckAnswer, IgnoreVerdictAnswer } from "./shape.ts";

/** Rules of projects. */
export interface RulesAccess {
  /** The rules by which this project is recorded now. */
  projectRules(home: AbsPath, project: ProjectEntry): Promise<ProjectRules>;
}

/** Paths of a project, and whether a change of each would be recorded. */
export interface Explained {
  readonly project: ProjectEntry;
  readonly results: readonly Explanation[];
}

/**
 * Explains of each path whether a change of it would be recorded, and what decided that. Warns of ignore
 * files that do not apply.
 */
export async function checkPaths(
  asker: Asker,
  words: readonly string[],
  ports: RulesAccess,
): Promise<Explained> {
  const { reader } = await asker.openHome();
  const { project, within } = resolveScope({
    projects: reader.projects(),
    asker,
    pathWords: words,
  });
  const rules = await ports.projectRules(reader.home, project);
  const fs = await asker.fileSystem();
  const results = within.map((path) => explainPath(project, rules, fs, path));
  const setAside = new Map(results.flatMap((one) => one.setAside.map((file) => [file.file, file])));
  for (const one of setAside.values()) asker.warn(setAsideText(one));
  return { project, results };
}

export function ignoreCheckAnswer({ project, results }: Explained): IgnoreCheckAnswer {
  return { ...pathFields("root", project.root), results: results.map(verdictAnswer) };
}

function verdictAnswer(result: Explanation): IgnoreVerdictAnswer {
  const { path, isRecorded, layer, rule, reason } = result;
  return {
    ...pathFields("path", path),
    recorded: isRecorded,
    layer: layer ?? null,
    file: rule?.file ?? null,
    line: rule === undefined || rule.line === 0 ? null : rule.line,
    pattern: rule?.pattern ?? null,
    reason,
    ignore_files_set_aside: setAsideAnswer(result.setAside),
  };
}
