import { type AbsPath, type Turn, UnfError } from "@unf/core/base";
import type { ProjectOptions } from "@unf/core/intent";
import { judgeEstimate } from "@unf/core/watching";
import type { ProjectEntry } from "@unf/maintenance";
import type { WatchOptions } from "@unf/protocol";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { WatchEstimate } from "../ports/examination.ts";
import { canonicalPlace, resolvePath } from "../scope/paths.ts";

/** Words about projects that moved: the old place, empty for any; or that none is to go on. */
export interface RelinkRequest {
  readonly from: string | undefined;
  readonly never: boolean;
}

/** The project whose history goes on in a directory, or one that could if a person wants it. */
export interface Relink {
  readonly from: ProjectEntry | undefined;
  readonly offered: ProjectEntry | undefined;
}

/** Throws `usage` for words that cannot go together. */
export function checkRelink({ from, never }: RelinkRequest, directories: number): void {
  if (from !== undefined && never) {
    throw new UnfError("usage", "--relink and --no-relink exclude each other");
  }
  if (from !== undefined && from !== "" && directories > 1) {
    throw new UnfError("usage", "--relink=<old> takes one directory: one history has one place");
  }
}

/**
 * Finds the project whose history goes on at `root`, if any. A directory that moved is offered, never
 * taken. Throws `not_watched`, `not_found`, and `usage` where several projects were this directory.
 */
export async function findRelink(
  asker: Asker,
  root: AbsPath,
  { from, never }: RelinkRequest,
  { wiring, reader }: OpenHome,
): Promise<Relink> {
  if (never) return none;
  const projects = reader.projects();
  if (from !== undefined && from !== "") {
    return { from: findNamed(projects, asker, from), offered: undefined };
  }
  const isWatched = projects.some((project) => project.watched && project.root === root);
  if (from === undefined && isWatched) return none;
  const moved = await wiring.findMoved(reader.home, root);
  const [first, second] = moved;
  if (first === undefined) {
    if (from === undefined || isWatched) return none;
    throw new UnfError("not_found", `${root} is no directory that was recorded elsewhere before`, {
      hint: "a copy is not recognised; name the old place: unf watch <new> --relink=<old>",
    });
  }
  if (from === "" && second !== undefined) {
    throw new UnfError("usage", `${moved.length} projects were this directory once`, {
      hint: `choose one: ${moved.map(({ root }) => `--relink=${root}`).join(" or ")}`,
    });
  }
  return from === "" ? { from: first, offered: undefined } : { from: undefined, offered: first };
}

/** So much would be recorded at first, and why a person should hear of it before. */
export interface JudgedEstimate {
  readonly estimate: WatchEstimate;
  /** Follows "which is"; `undefined` when it is nothing unusual. */
  readonly surprise: string | undefined;
}

/**
 * Counts what a first sweep of the directory would record. `undefined` for a directory that has a
 * history: only what changed is recorded.
 */
export async function readEstimate(
  { wiring, reader }: OpenHome,
  root: AbsPath,
  options: WatchOptions,
  turn?: Turn,
): Promise<JudgedEstimate | undefined> {
  if (reader.projects().some((project) => project.root === root)) return undefined;
  const estimate = await wiring.estimateWatch(reader.home, root, projectOptions(options), turn);
  return { estimate, surprise: judgeEstimate(estimate, estimate.capBytes) };
}

const none: Relink = { from: undefined, offered: undefined };

function findNamed(projects: readonly ProjectEntry[], asker: Asker, word: string): ProjectEntry {
  const path = resolvePath(asker.cwd(), word);
  const candidates = [path, canonicalPlace(asker, path), asker.canonical(path)];
  const found = projects.find(({ root }) => candidates.includes(root));
  if (found !== undefined) return found;
  throw new UnfError("not_watched", `${path} has no history`, { hint: "unf list --all" });
}

/** The same as the intent will have them. */
function projectOptions({ max_file_bytes, include_ignored, binary }: WatchOptions): ProjectOptions {
  return {
    ...(max_file_bytes === undefined ? {} : { maxFileBytes: max_file_bytes }),
    ...(include_ignored === undefined ? {} : { includeIgnored: include_ignored }),
    ...(binary === undefined ? {} : { binary }),
  };
}
