import { exactPath, undoPrune } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { pruneFlags } from "./flags.ts";

/**
 * Report of the versions that came back, of those that the daemon removed by itself, in every form.
 */
export async function undonePrunes(call: Call<typeof pruneFlags>): Promise<Answer> {
  const answer = await undoPrune(call.asker, {
    allProjects: call.flags["all-projects"],
    isDryRun: call.flags["dry-run"],
  });
  const { dry_run: isDryRun, projects } = answer;
  return {
    kind: "document",
    schema: "unf.prune_undo/1",
    document: () => answer,
    records: () => projects.map((one) => ({ type: "project", dry_run: isDryRun, ...one })),
    text: function* () {
      if (projects.length === 0) yield "Nothing was removed by itself in the last 24 hours.";
      for (const one of projects) {
        const { versions_back, versions_lost } = one;
        const root = escapeForDisplay(shortenHome(exactPath("root", one), call.world.env.HOME));
        const verb = isDryRun ? "Would bring back" : "Brought back";
        const lost =
          versions_lost === 0 ? "" : `; the content of ${countOf(versions_lost, "more")} is gone`;
        yield `${verb} ${countOf(versions_back, "version")} in ${root}${lost}`;
      }
      if (isDryRun) yield "This was a dry run; nothing was changed.";
    },
  };
}
