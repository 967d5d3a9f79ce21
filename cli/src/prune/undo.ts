import { type OpenHome, pathFields, viewerOf } from "@unf/answers";
import { pathToColumn, type RelPath, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { PruneUndoReply } from "@unf/protocol";
import type { ProjectReader } from "@unf/wiring";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { pruneFlags } from "./flags.ts";

interface Undone extends PruneUndoReply {
  readonly reader: ProjectReader;
}

/** Brings back what the daemon removed by itself within the last day; with `--dry-run` only counts it. */
export async function undoPrune(
  call: Call<typeof pruneFlags>,
  { wiring, reader: home }: OpenHome,
  readers: readonly ProjectReader[],
): Promise<Answer> {
  const since = (viewerOf(call.asker).now - limits.retention.finalMs) as WallMs;
  const isDryRun = call.flags["dry-run"];
  const due = readers
    .map((reader) => ({ reader, versions: reader.timeline.pruned(since).length }))
    .filter(({ versions }) => versions > 0);
  const undone: Undone[] = [];
  if (isDryRun) {
    for (const { reader, versions } of due)
      undone.push({ reader, versions_back: versions, versions_lost: 0 });
  } else if (due.length > 0) {
    await using writer = await wiring.openWriter(home.home, "process");
    for (const { reader } of due) {
      const root = pathToColumn(reader.project.root as string as RelPath);
      undone.push({ reader, ...(await writer.request("prune_undo", { root })) });
    }
  }
  return answer(undone, isDryRun, call.world.env.HOME);
}

function answer(
  undone: readonly Undone[],
  isDryRun: boolean,
  userHome: string | undefined,
): Answer {
  const projects = () =>
    undone.map(({ reader, versions_back, versions_lost }) => ({
      ...pathFields("root", reader.project.root),
      versions_back,
      versions_lost,
    }));
  return {
    kind: "document",
    schema: "unf.prune_undo/1",
    document: () => ({ dry_run: isDryRun, projects: projects() }),
    records: () => projects().map((one) => ({ type: "project", dry_run: isDryRun, ...one })),
    text: function* () {
      if (undone.length === 0) yield "Nothing was removed by itself in the last 24 hours.";
      for (const { reader, versions_back, versions_lost } of undone) {
        const root = escapeForDisplay(shortenHome(reader.project.root, userHome));
        const verb = isDryRun ? "Would bring back" : "Brought back";
        const lost =
          versions_lost === 0 ? "" : `; the content of ${countOf(versions_lost, "more")} is gone`;
        yield `${verb} ${countOf(versions_back, "version")} in ${root}${lost}`;
      }
      if (isDryRun) yield "This was a dry run; nothing was changed.";
    },
  };
}
