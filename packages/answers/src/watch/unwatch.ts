import { absPathToColumn, UnfError } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { resolveScope } from "../scope/scope.ts";
import type { UnwatchAnswer } from "./shape.ts";

/** Finds the projects that would be recorded no more. No words: the one that the asker means. Throws `not_watched`. */
export function planUnwatch(
  asker: Asker,
  words: readonly string[],
  home: OpenHome,
): readonly ProjectEntry[] {
  const named = words.length === 0 ? [undefined] : words;
  return named.map((word) => findWatched(asker, home, word));
}

/** The answer to a dry run. */
export function plannedUnwatchAnswer(planned: readonly ProjectEntry[]): UnwatchAnswer {
  return {
    dry_run: true,
    projects: planned.map(({ root }) => ({ ...pathFields("root", root), history: "kept" })),
  };
}

/** Stops recording the projects; their history stays. */
export async function unwatchProjects(
  { wiring, reader }: OpenHome,
  planned: readonly ProjectEntry[],
): Promise<UnwatchAnswer> {
  const { intended, daemon } = await wiring.inspectRunning(reader.home);
  const projects: UnwatchAnswer["projects"] = [];
  {
    await using writer = await wiring.openWriter(reader.home, "start");
    for (const { root } of planned) {
      const column = absPathToColumn(root);
      const reply = await writer.request("unwatch", { root: column });
      projects.push({ ...pathFields("root", reply.root), history: "kept", bytes: reply.bytes });
    }
  }
  // Only the daemon can change what is watched; when it was meant to rest, it rests again.
  if (!intended && daemon === undefined) await wiring.stopAll(reader.home);
  return { dry_run: false, projects };
}

function findWatched(asker: Asker, { reader }: OpenHome, word: string | undefined): ProjectEntry {
  const { project } = resolveScope({
    projects: reader.projects(),
    // A named directory must be a root: a typo below one must not stop the project around it.
    asker: { ...asker, projectWord: word ?? asker.projectWord },
    pathWords: [],
  });
  if (project.watched) return project;
  throw new UnfError(
    "not_watched",
    `${project.root} is not watched any more; its history is kept`,
    {
      hint: "unf watch takes it up again",
    },
  );
}
