import { type AbsPath, type RelPath, relativeTo, UnfError } from "@unf/core/base";
import type { ProjectEntry } from "@unf/maintenance";
import type { Asker } from "../ports/asker.ts";
import { canonicalPlace, resolvePath } from "./paths.ts";

/** What a command is about: one project, and what of it. */
export interface Scope {
  readonly project: ProjectEntry;
  /** Empty: the whole project. Otherwise files and directories, the root as the empty path. */
  readonly within: readonly RelPath[];
}

export interface ScopeRequest {
  readonly projects: readonly ProjectEntry[];
  readonly asker: Pick<Asker, "canonical" | "cwd" | "projectWord">;
  readonly pathWords: readonly string[];
}

/**
 * Finds the project that the words name: exactly the one of `--project`, else the innermost around
 * the paths, else the innermost around the working directory. Throws `not_watched` outside any
 * project and `usage` when the paths lie in several.
 */
export function resolveScope(request: ScopeRequest): Scope {
  const { asker, pathWords } = request;
  const { projectWord } = asker;
  if (projectWord !== undefined) {
    const project = findNamed(request, projectWord);
    return { project, within: pathWords.map((word) => locateIn(project, request, word)) };
  }
  if (pathWords.length === 0) return { project: findAround(request, asker.cwd(), "."), within: [] };
  const found = pathWords.map((word) => locate(request, word));
  const [first] = found;
  if (first === undefined) throw new UnfError("usage", "no path is given");
  const stranger = found.find(({ project }) => project.id !== first.project.id);
  if (stranger !== undefined) {
    throw new UnfError(
      "usage",
      `the paths lie in two projects, ${first.project.root} and ${stranger.project.root}`,
      {
        hint: "name paths of one project",
      },
    );
  }
  return { project: first.project, within: found.map(({ path }) => path) };
}

function findNamed({ projects, asker }: ScopeRequest, word: string): ProjectEntry {
  const path = resolvePath(asker.cwd(), word);
  const root = asker.canonical(path) ?? canonicalPlace(asker, path);
  const project = projects.find((entry) => entry.root === root);
  if (project !== undefined) return project;
  throw new UnfError("not_watched", `${root} is not the root of a watched project`, {
    hint: "unf list --all",
  });
}

/** Relative words mean the working directory; where that leads out of the project, its root. */
function locateIn(project: ProjectEntry, { asker }: ScopeRequest, word: string): RelPath {
  const here = resolvePath(asker.cwd(), word);
  const path =
    relativeTo(project.root, canonicalPlace(asker, here)) ?? relativeTo(project.root, here);
  if (path !== undefined) return path;
  const below = word.startsWith("/")
    ? undefined
    : relativeTo(project.root, resolvePath(project.root, word));
  if (below !== undefined) return below;
  throw new UnfError("not_found", `${word} does not lie in ${project.root}`);
}

function locate(
  request: ScopeRequest,
  word: string,
): { readonly project: ProjectEntry; readonly path: RelPath } {
  const { asker } = request;
  const asTyped = resolvePath(asker.cwd(), word);
  const place = canonicalPlace(asker, asTyped);
  // A link to a directory of a project counts as that directory, unless the link itself is recorded.
  const candidates = [place, asker.canonical(asTyped), asTyped];
  for (const candidate of candidates) {
    const project = candidate === undefined ? undefined : innermost(request.projects, candidate);
    const path =
      project === undefined || candidate === undefined
        ? undefined
        : relativeTo(project.root, candidate);
    if (project !== undefined && path !== undefined) return { project, path };
  }
  throw notWatched(place, word);
}

function findAround(request: ScopeRequest, directory: AbsPath, word: string): ProjectEntry {
  const project = innermost(request.projects, directory);
  if (project === undefined) throw notWatched(directory, word);
  return project;
}

/** One that is watched goes before those that are not: they are former, and their files are its own. */
function innermost(projects: readonly ProjectEntry[], path: AbsPath): ProjectEntry | undefined {
  const around = projects.filter(({ root }) => relativeTo(root, path) !== undefined);
  const watched = around.filter((project) => project.watched);
  const [first, ...others] = watched.length > 0 ? watched : around;
  return others.reduce(
    (best, one) => (best === undefined || one.root.length > best.root.length ? one : best),
    first,
  );
}

function notWatched(path: AbsPath, word: string): UnfError {
  return new UnfError("not_watched", `${path} is not in a watched project`, {
    hint: word === "." ? "unf watch ." : "unf watch <dir>",
  });
}
