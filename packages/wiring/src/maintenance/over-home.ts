// The use cases of `@unf/maintenance` over a home on this machine, for who has no recorder's world.

import type { ProjectReader } from "@unf/answers";
import { type AbsPath, inTurns, type ProjectId, type WallMs } from "@unf/core/base";
import type { ForgetOrder, ForgetSearch } from "@unf/core/forget";
import type { Log, ScannedFiles } from "@unf/core/ports";
import type { ForgetPlan } from "@unf/engine";
import * as maintenance from "@unf/maintenance";
import type { ImportParams, ImportReply } from "@unf/protocol";
import { homeFiles, openHome, systemClock } from "@unf/system";
import { digest } from "@unf/system/digest";
import { foreignHistories, openHomePorts } from "../home/home-ports.ts";
import { readSettings } from "../home/settings.ts";
import { examineApart } from "./examine-apart.ts";

/** Examines the home; changes nothing, and lets the recorder go on. */
export async function verifyHome(
  home: AbsPath,
  order: maintenance.VerifyOrder,
  breathe: () => Promise<void> = async () => undefined,
): Promise<maintenance.VerifyReport> {
  const isThere = openHome(home, { create: false }) !== "absent";
  const examined = new Map<ProjectId, maintenance.Examined>();
  for (const id of isThere ? maintenance.timelineIds({ home, files: homeFiles }) : []) {
    const found = (order.project ?? id) === id ? await examineApart(home, id, "full") : undefined;
    if (found !== undefined) examined.set(id, found);
  }
  const all = { ...order, examined };
  return inTurns(() => maintenance.verifyHome(openHomePorts(home), isThere, all), breathe);
}

/** Examines one timeline, in one piece. */
export function examineTimeline(
  home: AbsPath,
  project: ProjectId,
  how: maintenance.ExamineDepth,
): maintenance.Examined {
  using check = openHomePorts(home).timelines.check(project);
  return maintenance.examineTimeline(check, how);
}

/** Plans what the request `import` would do right now. Reads both stores and writes nothing. */
export async function planImport(home: AbsPath, params: ImportParams): Promise<ImportReply> {
  const { config } = await readSettings(home);
  const place = { ...openHomePorts(home), config, foreign: foreignHistories };
  return maintenance.planImport(place, params);
}

/**
 * Reads what carrying orders to forget out would change beside the rows of `plan`. Changes nothing.
 */
export function readForgetSideEffects(
  home: AbsPath,
  { project, timeline }: ProjectReader,
  orders: readonly ForgetOrder[],
  plan: ForgetPlan,
): maintenance.ForgetSideEffects {
  return maintenance.readSideEffects(
    openHomePorts(home),
    { id: project.id, timeline },
    orders,
    plan,
  );
}

/** The searches for what was forgotten that are due or found something. */
export function readSearches(home: AbsPath): readonly ForgetSearch[] {
  return maintenance.readSearches(openHomePorts(home));
}

/** Looks whether contents and texts are really gone from the home. */
export function scanHome(
  home: AbsPath,
  sought: Pick<ForgetSearch, "hashes" | "prints">,
): Promise<ScannedFiles> {
  return maintenance.scanHome(openHomePorts(home), sought);
}

/** Projects in which orders to forget are not carried out yet. */
export function listPending(home: AbsPath): ProjectId[] {
  return maintenance.listPending(openHomePorts(home));
}

/** Open projects of a command that forgets by itself: none. */
export function nothingWatched(home: AbsPath): maintenance.WatchedProjects {
  return maintenance.nothingWatched(openHomePorts(home));
}

/** Brings the timelines that an older program left to this program's format. */
export function convertFormer(home: AbsPath, log: Log): void {
  maintenance.convertFormer(openHomePorts(home), log);
}

/** Compares recorded files of a project with the disk. */
export function lookForLoss(
  home: AbsPath,
  project: { readonly id: ProjectId; readonly root: AbsPath },
  now: WallMs,
): ReturnType<typeof maintenance.lookForLoss> {
  return maintenance.lookForLoss(openHomePorts(home), project, now);
}

/** The id of a project that is first watched at this canonical root, where no other has it. */
export function projectId(root: AbsPath): ProjectId {
  return maintenance.projectIdOf(digest, root);
}

/** The id of the project at this root: the one it has, or a new one. */
export function chooseProjectId(home: AbsPath, root: AbsPath): ProjectId {
  return maintenance.chooseProjectId(openHomePorts(home), root);
}

/** To be called often: after each slice it lets everything else have its turn. */
export function openPace(
  breathe: () => Promise<void>,
  isIdle?: () => boolean,
): () => Promise<void> {
  return maintenance.openPace(systemClock, breathe, isIdle);
}
