import {
  type AbsPath,
  absPathToColumn,
  joinPath,
  pathToColumn,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import { heldFilesKey, parseHeldFiles } from "@unf/core/filter";
import type { ProjectEntry } from "@unf/maintenance";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { resolveScope } from "../scope/scope.ts";
import type { IgnoreAcceptAnswer, IgnoreAddAnswer } from "./shape.ts";

/** A rule for the ignore file in the root of a project, which is the one file that is written there. */
export interface PlannedRule {
  readonly project: ProjectEntry;
  readonly file: AbsPath;
  readonly pattern: string;
}

/** Finds the file that a rule goes to. */
export function planRule(asker: Asker, pattern: string, { reader }: OpenHome): PlannedRule {
  const { project } = resolveScope({ projects: reader.projects(), asker, pathWords: [] });
  return { project, file: joinPath(project.root, ".unfignore" as RelPath), pattern };
}

/** The answer on a rule, added or to be added. */
export function ignoreAddAnswer(
  { project, file, pattern }: PlannedRule,
  { isDryRun, isAdded }: { readonly isDryRun: boolean; readonly isAdded: boolean },
): IgnoreAddAnswer {
  return {
    ...pathFields("root", project.root),
    ...pathFields("file", file),
    dry_run: isDryRun,
    pattern,
    added: isAdded,
  };
}

/** Ignore files whose rules agents wrote: they count for all paths once they are accepted. */
export interface PlannedAccept {
  readonly project: ProjectEntry;
  readonly accepted: readonly RelPath[];
}

/** Finds the ignore files that are held and meant; no words: all of them. Throws `not_found`. */
export function planAccept(
  asker: Asker,
  words: readonly string[],
  { reader }: OpenHome,
): PlannedAccept {
  const { project, within } = resolveScope({
    projects: reader.projects(),
    asker,
    pathWords: words,
  });
  const opened = asker.own(reader.open(project));
  const held = [...parseHeldFiles(opened.timeline.meta(heldFilesKey)).keys()];
  return { project, accepted: choose(held, words.length === 0 ? [] : within, words) };
}

/** Has the rules count from now on. */
export async function acceptRules(
  { wiring, reader }: OpenHome,
  { project, accepted }: PlannedAccept,
): Promise<void> {
  await using writer = await wiring.openWriter(reader.home, "process");
  const root = absPathToColumn(project.root);
  await writer.request("accept_rules", { root, paths: accepted.map(pathToColumn) });
}

export function ignoreAcceptAnswer(
  { project, accepted }: PlannedAccept,
  isDryRun: boolean,
): IgnoreAcceptAnswer {
  return {
    ...pathFields("root", project.root),
    dry_run: isDryRun,
    accepted: accepted.map((path) => pathFields("path", path)),
  };
}

function choose(
  held: readonly RelPath[],
  named: readonly RelPath[],
  words: readonly string[],
): readonly RelPath[] {
  for (const [index, path] of named.entries()) {
    if (held.includes(path)) continue;
    throw new UnfError("not_found", `the rules of ${words[index]} count for all paths already`, {
      hint: "unf ignore check <path> says which rule decides",
    });
  }
  return named.length === 0 ? held : named;
}
