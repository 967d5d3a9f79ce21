import {
  canonicalPlace,
  openScope,
  pathFields,
  readTimeFlag,
  resolvePath,
  toPoint,
} from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { readCanonical } from "../frame/world/canonical.ts";
import { exportGit, type GitReport } from "./export-git.ts";
import type { exportFlags } from "./flags.ts";
import { refuseFlags } from "./flags.ts";
import { leftOutJson, renderLeftOut } from "./left-out-text.ts";
import { readSecrets } from "./read-secrets.ts";
import { refuseOwnHome } from "./refuse-place.ts";

/** Writes the history to a ref of the repository at the path. */
export async function gitAnswer(call: Call<typeof exportFlags>, word: string): Promise<Answer> {
  refuseFlags(call, "git", ["at", "output"]);
  const { flags } = call;
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  const time = await readTimeFlag(
    call.asker,
    { name: "since", input: flags.since, purpose: "at" },
    scope,
  );
  const directory = canonicalPlace(
    { canonical: readCanonical },
    resolvePath(call.world.cwd(), word),
  );
  refuseOwnHome(directory, home);
  const report = await exportGit(scope.reader, {
    directory,
    ref: flags.ref,
    since: time === undefined ? undefined : toPoint(time),
    squashTurns: flags["squash-turns"],
    isSecret: await readSecrets(call, home),
    dryRun: flags["dry-run"],
  });
  const { ref, commits, versions, appended, forgottenSince, leftOut } = report;
  return {
    kind: "document",
    schema: "unf.export/1",
    document: () => ({
      format: "git",
      dry_run: flags["dry-run"],
      ...pathFields("root", scope.project.root),
      ...pathFields("repo", directory),
      ref,
      commits,
      versions,
      appended,
      forgotten_since: forgottenSince,
      ...leftOutJson(leftOut),
    }),
    text: () => [
      `${sayGit(report, flags["dry-run"])} in ${escapeForDisplay(directory)}`,
      ...sayForgotten(report),
      ...renderLeftOut(leftOut),
    ],
    exit: leftOut.lost.length + leftOut.thinned.length > 0 ? 8 : 0,
  };
}

function sayGit({ ref, commits, versions, appended }: GitReport, isDry: boolean): string {
  if (commits === 0) return `Nothing new for ${ref}`;
  const verb = isDry ? "Would write" : "Wrote";
  const more = appended ? "more " : "";
  return `${verb} ${commits} ${more}commits of ${versions} versions to ${ref}`;
}

/** What was forgotten is forgotten here: no commit that was made before can be taken back. */
function* sayForgotten({ ref, forgottenSince }: GitReport): Generator<string> {
  if (forgottenSince === 0) return;
  const what = forgottenSince === 1 ? "An order to forget" : `${forgottenSince} orders to forget`;
  yield `${what} came after ${ref} was begun: its commits may still hold what was forgotten`;
  yield `  to be rid of it: git update-ref -d ${ref}, export again, then git gc --prune=now`;
}
