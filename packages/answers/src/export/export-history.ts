import type { AbsPath, Turn } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { openScope, readTimeFlag } from "../scope/open-scope.ts";
import { toPoint } from "../scope/time.ts";
import { exportGit, type GitReport } from "./export-git.ts";
import { leftOutFields } from "./left-out.ts";
import { exportPlace, readSecrets } from "./place.ts";
import type { GitAccess } from "./ports.ts";
import type { ExportGitQuestion } from "./question.ts";
import type { ExportGitAnswer } from "./shape.ts";

/** An export to git, done or tried. */
export interface GitExport {
  readonly project: ProjectEntry;
  readonly directory: AbsPath;
  readonly report: GitReport;
  readonly isDryRun: boolean;
}

/** Writes the history to a ref of the repository at the directory, or says what that would be. */
export async function exportHistory(
  asker: Asker,
  question: ExportGitQuestion,
  git: GitAccess,
  turn?: Turn,
): Promise<GitExport> {
  const home = await asker.openHome();
  const scope = openScope(asker, home, []);
  const flag = { name: "since", input: question.since, purpose: "at" } as const;
  const time = await readTimeFlag(asker, flag, scope);
  const { isDryRun } = question;
  const directory = exportPlace(asker, question.directory, home);
  const order = {
    directory,
    ref: question.ref,
    since: time === undefined ? undefined : toPoint(time),
    squashTurns: question.squashTurns,
    isSecret: await readSecrets(question, home),
    dryRun: isDryRun,
  };
  const report = await exportGit(git, scope.reader, order, turn);
  return { project: scope.project, directory, report, isDryRun };
}

export function exportGitAnswer(exported: GitExport): ExportGitAnswer {
  const { ref, commits, versions, appended, forgottenSince, leftOut } = exported.report;
  return {
    format: "git",
    dry_run: exported.isDryRun,
    ...pathFields("root", exported.project.root),
    ...pathFields("repo", exported.directory),
    ...{ ref, commits, versions, appended },
    forgotten_since: forgottenSince,
    ...leftOutFields(leftOut),
  };
}
