import { type AbsPath, relativeTo, UnfError } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import type { Asker } from "../ports/asker.ts";
import { resolvePath } from "../scope/paths.ts";

/** The directory that a command without words is about, and whose it is. */
export type Here =
  | { readonly kind: "watched"; readonly project: ProjectEntry }
  /** `former`: it was watched once, and its history is there. */
  | {
      readonly kind: "unwatched";
      readonly directory: AbsPath;
      readonly former: ProjectEntry | undefined;
    };

/** The project that was named, else the working directory counts. `undefined` where there is none. */
export function findHere(
  asker: Pick<Asker, "canonical" | "cwd" | "projectWord">,
  projects: readonly ProjectEntry[],
): Here | undefined {
  const directory = readDirectory(asker);
  if (directory === undefined) return undefined;
  const isNamed = asker.projectWord !== undefined;
  const around = projects
    .filter(({ root }) =>
      isNamed ? root === directory : relativeTo(root, directory) !== undefined,
    )
    .sort((a, b) => b.root.length - a.root.length);
  // A former project inside of one that is watched is recorded with it.
  const project = around.find(({ watched }) => watched);
  if (project !== undefined) return { kind: "watched", project };
  return { kind: "unwatched", directory, former: around[0] };
}

/** `undefined` when it was deleted: then nothing can be recorded in it either. */
function readDirectory({
  canonical,
  cwd,
  projectWord: word,
}: Pick<Asker, "canonical" | "cwd" | "projectWord">): AbsPath | undefined {
  try {
    if (word === undefined) return cwd();
    const path = resolvePath(cwd(), word);
    return canonical(path) ?? path;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return undefined;
  }
}
