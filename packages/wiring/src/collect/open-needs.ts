import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type AbsPath,
  limits,
  systemCode,
  type TimelineNeeds,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { NamedNeeds } from "@unf/engine";
import { projectsDirectory, readIntent, systemClock } from "@unf/system";
import { openTimelineNeeds } from "@unf/timeline";
import { isProjectId } from "../home-reader.ts";

/** All timelines of a home, open to be asked what they need. */
export interface OpenNeeds extends Disposable {
  readonly timelines: readonly NamedNeeds[];
}

/**
 * Opens every timeline below `projects/`, watched or not. Throws `store_damaged`, naming it, when one
 * is missing or cannot be read now: what it needs is then not known. So do later answers.
 */
export function openNeeds(home: AbsPath): OpenNeeds {
  const timelines: NamedNeeds[] = [];
  const close = () => {
    for (const { needs } of timelines) needs[Symbol.dispose]();
  };
  const since = (systemClock.wall() - limits.collect.operationMs) as WallMs;
  try {
    for (const { name, path } of listTimelines(home)) {
      const needs = orRefuse(name, () => openTimelineNeeds(path, since));
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
  readonly path: AbsPath;
}

/** Whatever stands there counts, also what a person put there, as long as it holds a timeline. */
function listTimelines(home: AbsPath): Place[] {
  const chosen = readIntent(home);
  if (chosen.kind !== "known") {
    throw refusal("the list of projects cannot be read", undefined);
  }
  const roots = new Map<string, string>(
    chosen.intent.projects.map(({ id, root }) => [id, root as string]),
  );
  const projects = projectsDirectory(home);
  const names = list(projects).filter((name) => list(join(projects, name)).length > 0);
  const own = names.filter((name) => isProjectId(name) || holdsTimeline(join(projects, name)));
  return [...new Set([...roots.keys(), ...own])].sort().map((name) => ({
    name: roots.get(name) ?? `p-${name}`,
    path: join(projects, name, "timeline.db") as AbsPath,
  }));
}

function holdsTimeline(directory: string): boolean {
  return list(directory).includes("timeline.db");
}

/** Nothing for what is no directory, or not there. */
function list(directory: string): string[] {
  try {
    return readdirSync(directory);
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
