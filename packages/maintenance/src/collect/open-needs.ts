import {
  type AbsPath,
  joinPath,
  type RelPath,
  systemCode,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { projectsDirectory } from "@unf/core/home";
import type { TimelineNeeds } from "@unf/core/ports";
import type { NamedNeeds } from "@unf/engine";
import type { HomePorts } from "../home/home.ts";
import { isProjectId } from "../home/projects.ts";

/** All timelines of a home, open to be asked what they need. */
export interface OpenNeeds extends Disposable {
  readonly timelines: readonly NamedNeeds[];
}

/**
 * Opens every timeline below `projects/`, watched or not. Throws `store_damaged`, naming it, when one
 * is missing or cannot be read now: what it needs is then not known. So do later answers.
 */
export function openNeeds(
  home: Pick<HomePorts, "home" | "files" | "intents" | "timelines" | "clock">,
): OpenNeeds {
  const timelines: NamedNeeds[] = [];
  const close = () => {
    for (const { needs } of timelines) needs[Symbol.dispose]();
  };
  const since = (home.clock.wall() - limits.collect.operationMs) as WallMs;
  try {
    for (const { name, directory } of listTimelines(home)) {
      const needs = orRefuse(name, () => home.timelines.needs(directory, since));
      timelines.push({ name, needs: refusing(name, needs) });
    }
  } catch (thrown) {
    close();
    throw thrown;
  }
  return { timelines, [Symbol.dispose]: close };
}

interface Place {
  readonly name: string;
  /** Below `projects/`. */
  readonly directory: string;
}

/**
 * Lists timelines. Any file that stands there and holds one counts, also one that a person put
 * there.
 */
function listTimelines({
  home,
  files,
  intents,
}: Pick<HomePorts, "home" | "files" | "intents">): Place[] {
  const chosen = intents.read();
  if (chosen.kind !== "known") {
    throw refusal("the list of projects cannot be read", undefined);
  }
  const roots = new Map<string, string>(
    chosen.intent.projects.map(({ id, root }) => [id, root as string]),
  );
  const projects = projectsDirectory(home);
  const within = (name: string) => list(files, joinPath(projects, name as RelPath));
  const names = list(files, projects).filter((name) => within(name).length > 0);
  const own = names.filter((name) => isProjectId(name) || within(name).includes("timeline.db"));
  return [...new Set([...roots.keys(), ...own])].sort().map((name) => ({
    name: roots.get(name) ?? `p-${name}`,
    directory: name,
  }));
}

/** Nothing for what is no directory, or not there. */
function list(files: HomePorts["files"], directory: AbsPath): string[] {
  try {
    return files.listNames(directory);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw refusal(`${directory} cannot be read (${code})`, thrown);
  }
}

/** The same answers; a failure says whose they were to be, and what follows from it. */
function refusing(name: string, needs: TimelineNeeds): TimelineNeeds {
  return {
    needed: (digits) => orRefuse(name, () => needs.needed(digits)),
    needs: (hash) => orRefuse(name, () => needs.needs(hash)),
    canBringBack: (hash) => orRefuse(name, () => needs.canBringBack(hash)),
    named: (from) => orRefuse(name, () => needs.named(from)),
    [Symbol.dispose]: () => needs[Symbol.dispose](),
  };
}

function orRefuse<T>(name: string, ask: () => T): T {
  try {
    return ask();
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    throw refusal(`the history of ${name} cannot be read: ${thrown.message}`, thrown);
  }
}

function refusal(why: string, cause: unknown): UnfError {
  const hint = (cause instanceof UnfError ? cause.hint : undefined) ?? "unf verify";
  return new UnfError("store_damaged", `nothing is collected, because ${why}`, { hint, cause });
}
