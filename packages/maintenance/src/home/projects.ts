import { type AbsPath, type ProjectId, systemCode, UnfError, type WallMs } from "@unf/core/base";
import { projectsDirectory } from "@unf/core/home";
import type { ChosenIntent } from "@unf/core/intent";
import type { HomePorts } from "./home.ts";

/** A project this home knows: watched now, or watched once and with history. */
export interface ProjectEntry {
  readonly id: ProjectId;
  readonly root: AbsPath;
  readonly watched: boolean;
  /** When it was first watched; `null` where only its timeline is left. */
  readonly addedAt: WallMs | null;
}

type Places = Pick<HomePorts, "home"> & { readonly files: Pick<HomePorts["files"], "listNames"> };

/**
 * Watched projects by root, then those of which only the history is left; of two such histories of
 * one root, the newer first.
 */
export function listProjects(
  home: Places & {
    readonly intents: Pick<HomePorts["intents"], "read">;
    readonly timelines: Pick<HomePorts["timelines"], "read" | "identity">;
  },
): ProjectEntry[] {
  const watched = listWatched(home.intents.read());
  const known = new Set<string>(watched.map(({ id }) => id));
  const others = timelineIds(home).filter((id) => !known.has(id));
  const former = others
    .flatMap((id) => readFormer(home.timelines, id) ?? [])
    .sort((a, b) => byRoot(a, b) || b.lastAt - a.lastAt)
    .map(({ id, root }) => ({ id, root, addedAt: null, watched: false }));
  return [...watched, ...former];
}

/** Those by root that are watched; of the intent alone, without a look at any history. */
export function listWatched(chosen: ChosenIntent): ProjectEntry[] {
  const intended = chosen.kind === "known" ? chosen.intent.projects : [];
  return intended
    .map(({ id, root, addedAt }) => ({ id, root, addedAt, watched: true }))
    .sort(byRoot);
}

/** The projects that have a directory in the home, watched or not. */
export function timelineIds({ home, files }: Places): ProjectId[] {
  try {
    return files.listNames(projectsDirectory(home)).filter(isProjectId);
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return [];
    throw thrown;
  }
}

/** True for a name that `projects/` gives to a project. */
export function isProjectId(name: string): name is ProjectId {
  return /^[0-9a-f]{16}$/.test(name);
}

interface Former {
  readonly id: ProjectId;
  readonly root: AbsPath;
  readonly lastAt: number;
}

function readFormer(
  timelines: Pick<HomePorts["timelines"], "read" | "identity">,
  id: ProjectId,
): Former | undefined {
  try {
    using timeline = timelines.read(id);
    const { root } = timelines.identity(timeline);
    return { id, root, lastAt: timeline.facts().lastAt ?? 0 };
  } catch (thrown) {
    // One damaged timeline must not hide the other projects; `unf status` names it.
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}

function byRoot(a: { readonly root: AbsPath }, b: { readonly root: AbsPath }): number {
  return a.root === b.root ? 0 : a.root < b.root ? -1 : 1;
}
