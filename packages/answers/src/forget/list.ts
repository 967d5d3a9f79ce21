import { UnfError } from "@unf/core/base";
import type { ForgetSearch } from "@unf/core/forget";
import { escapeForDisplay } from "@unf/core/query";
import type { Forgetting } from "@unf/core/timeline";
import type { ProjectEntry } from "@unf/maintenance";
import type { ForgetParams, ForgetReply, Progress } from "@unf/protocol";
import { searchesAnswer } from "../parts/forget-searches.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { resolveScope } from "../scope/scope.ts";
import type {
  ForgetAllowedAnswer,
  ForgetDismissedAnswer,
  ForgettingAnswer,
  ForgettingsAnswer,
} from "./shape.ts";

/** Orders to forget of a project, and searches through the whole home. */
export interface Forgettings {
  readonly project: ProjectEntry;
  readonly orders: readonly Forgetting[];
  readonly searches: readonly ForgetSearch[];
}

/** Reads the orders of a project, and which of them keep something from being recorded. */
export async function readForgettings(
  asker: Asker,
  { wiring, reader }: OpenHome,
): Promise<Forgettings> {
  const project = findProject(asker, reader);
  const orders = asker.own(reader.open(project)).timeline.forgettings();
  // The search is one through the whole home.
  return { project, orders, searches: await wiring.readSearches(reader.home) };
}

export function forgettingsAnswer({ project, orders, searches }: Forgettings): ForgettingsAnswer {
  return {
    ...pathFields("root", project.root),
    forgettings: orders.map(forgettingAnswer),
    searches: searchesAnswer(searches),
  };
}

function forgettingAnswer(order: Forgetting): ForgettingAnswer {
  const { at, kind, pattern, lasting, state, snapshots } = order;
  return { at: instant(at), kind, pattern, versions: snapshots, state, lasting };
}

/** Lets be recorded again what an earlier order forbids. Throws `not_found` where none does. */
export async function allowAgain(
  asker: Asker,
  { wiring, reader }: OpenHome,
  order: { readonly pattern: string; readonly isDryRun: boolean },
): Promise<ForgetAllowedAnswer> {
  const { pattern, isDryRun } = order;
  const project = findProject(asker, reader);
  requireForbidden(reader.open(project), pattern);
  if (!isDryRun) {
    await using writer = await wiring.openWriter(reader.home, "process");
    const params = { ...nothing, project: project.id, what: "allow", patterns: [pattern] } as const;
    await writer.request("forget", params);
  }
  return { ...pathFields("root", project.root), dry_run: isDryRun, allowed: pattern };
}

/** Looks again for what an earlier search found. Throws `not_found` where none found anything. */
export async function searchAgain(
  home: OpenHome,
  onProgress: (progress: Progress) => void,
): Promise<ForgetReply> {
  await readEarlier(home);
  return ask(home, "search", onProgress);
}

/** Tells no more of what was found elsewhere. Throws `not_found` where nothing was. */
export async function dismissSearches(
  home: OpenHome,
  onProgress: (progress: Progress) => void,
): Promise<ForgetDismissedAnswer> {
  const earlier = await readEarlier(home);
  await ask(home, "dismiss", onProgress);
  return { dismissed: earlier.length };
}

async function readEarlier({ wiring, reader }: OpenHome): Promise<readonly ForgetSearch[]> {
  const earlier = await wiring.readSearches(reader.home);
  if (earlier.length > 0) return earlier;
  throw new UnfError("not_found", "nothing that was forgotten was found elsewhere");
}

async function ask(
  { wiring, reader }: OpenHome,
  what: "search" | "dismiss",
  onProgress: (progress: Progress) => void,
): Promise<ForgetReply> {
  await using writer = await wiring.openWriter(reader.home, "process");
  return await writer.request("forget", { ...nothing, what }, onProgress);
}

const nothing: Omit<ForgetParams, "what"> = {
  ...{ project: null, patterns: [], hash: null, before: null, lasting: false, plan: null },
};

function findProject(asker: Asker, reader: OpenHome["reader"]): ProjectEntry {
  return resolveScope({ projects: reader.projects(), asker, pathWords: [] }).project;
}

function requireForbidden(project: ProjectReader, pattern: string): void {
  using opened = project;
  const isThere = opened.timeline
    .forgettings()
    .some((order) => order.lasting && order.pattern === pattern);
  if (isThere) return;
  throw new UnfError("not_found", `no order to forget names ${escapeForDisplay(pattern)}`, {
    hint: "unf forget --list",
  });
}
