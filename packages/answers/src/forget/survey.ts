import {
  type AbsPath,
  type BlobId,
  type ProjectId,
  type RelPath,
  type Turn,
  UnfError,
} from "@unf/core/base";
import { forgetPlanId } from "@unf/core/forget";
import type { Session, TextPlace } from "@unf/core/timeline";
import type { ForgetPlan } from "@unf/engine";
import type { ForgetSideEffects, ProjectEntry } from "@unf/maintenance";
import type { ExaminationAccess } from "../ports/examination.ts";
import type { HomeReader, ProjectReader } from "../ports/history.ts";
import { type ForgetChoice, ordersOf } from "./choose.ts";

/** Versions to be deleted of one project. */
export interface Surveyed {
  readonly project: ProjectEntry;
  readonly plan: ForgetPlan;
  /** Texts that are changed besides. */
  readonly texts: readonly TextPlace[];
  /** That go with a whole project. */
  readonly checkpoints: number;
}

/** A content that stays, and a file that has it. */
export interface SharedContent {
  readonly hash: BlobId;
  readonly path: RelPath;
  /** Where it is a file of another project. */
  readonly root?: AbsPath;
}

/** Versions to be deleted. */
export interface Survey {
  readonly projects: readonly Surveyed[];
  readonly versions: number;
  readonly bytes: number;
  /** Contents that nothing else has, as far as these projects tell. */
  readonly hashes: readonly BlobId[];
  readonly shared: readonly SharedContent[];
  /** Files of unf's home that are deleted whole. */
  readonly files: readonly string[];
  /** Codes of the system: why it is not known what else would be changed. Usually none. */
  readonly failures: readonly string[];
  /** `pl-` and 8 hex digits: what is meant, as of other plans. */
  readonly plan: string;
  readonly openSessions: readonly Session[];
}

/** Reads what is meant, and what hangs on it, and closes every timeline again. */
export async function surveyForget(
  wiring: Pick<ExaminationAccess, "readForgetSideEffects">,
  reader: HomeReader,
  choice: ForgetChoice,
  turn?: Turn,
): Promise<Survey> {
  const projects: Surveyed[] = [];
  const shared = new Map<BlobId, SharedContent>();
  const files = new Set<string>();
  const failures = new Set<string>();
  const openSessions: Session[] = [];
  for (const entry of choice.projects) {
    using project = openOrSkip(reader, entry, choice);
    if (project === undefined) continue;
    const orders = ordersOf(choice);
    const plan = await project.planForget(orders, turn);
    if (plan.versions === 0) continue;
    const besides = await wiring.readForgetSideEffects(reader.home, project, orders, plan);
    const checkpoints = choice.what === "project" ? project.timeline.checkpoints().length : 0;
    projects.push({ project: entry, plan, texts: besides.texts, checkpoints });
    for (const file of besides.files) files.add(file);
    if (besides.failure !== undefined) failures.add(besides.failure);
    openSessions.push(...project.timeline.openSessions().map(({ session }) => session));
    for (const one of listShared(reader, plan, besides)) shared.set(one.hash, one);
  }
  const contents = new Map(
    projects.flatMap(({ plan }) => plan.contents.map(({ hash, bytes }) => [hash, bytes])),
  );
  for (const hash of shared.keys()) contents.delete(hash);
  return {
    projects,
    versions: projects.reduce((sum, { plan }) => sum + plan.versions, 0),
    bytes: [...contents.values()].reduce((sum, bytes) => sum + bytes, 0),
    hashes: [...contents.keys()],
    shared: [...shared.values()],
    files: [...files],
    failures: [...failures],
    plan: forgetPlanId(
      projects.map(({ project, plan, texts }) => ({ project: project.id, mark: plan.mark, texts })),
    ),
    openSessions,
  };
}

function listShared(
  reader: HomeReader,
  { shared }: ForgetPlan,
  { owners }: ForgetSideEffects,
): SharedContent[] {
  const rootOf = (id: ProjectId) => reader.projects().find((one) => one.id === id)?.root;
  const others = [...owners].map(([hash, { project, path }]) => ({
    ...{ hash, path },
    root: rootOf(project) ?? (`p-${project}` as AbsPath),
  }));
  return [...others, ...[...shared].map(([hash, path]) => ({ hash, path }))];
}

/** In a search through all projects one that cannot be read is refused by who carries it out. */
function openOrSkip(
  reader: HomeReader,
  entry: ProjectEntry,
  { what }: ForgetChoice,
): ProjectReader | undefined {
  try {
    return reader.open(entry);
  } catch (thrown) {
    if (what === "content" && thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}
