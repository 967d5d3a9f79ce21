import { type BlobId, forgetPlanId, type RelPath, type Session, UnfError } from "@unf/core";
import type { ForgetPlan, HomeReader, ProjectEntry, ProjectReader } from "@unf/wiring";
import { type ForgetChoice, ordersOf } from "./choose.ts";

/** What would be deleted of one project. */
export interface Surveyed {
  readonly project: ProjectEntry;
  readonly plan: ForgetPlan;
}

/** What would be deleted. */
export interface Survey {
  readonly projects: readonly Surveyed[];
  readonly versions: number;
  readonly bytes: number;
  /** Contents that nothing else has, as far as these projects tell. */
  readonly hashes: readonly BlobId[];
  readonly shared: readonly { readonly hash: BlobId; readonly path: RelPath }[];
  /** `pl-` and 8 hex digits: what is meant, as of other plans. */
  readonly plan: string;
  readonly openSessions: readonly Session[];
}

/** Reads what is meant, and closes every timeline again. */
export function surveyForget(reader: HomeReader, choice: ForgetChoice): Survey {
  const projects: Surveyed[] = [];
  const hashes = new Set<BlobId>();
  const shared = new Map<BlobId, RelPath>();
  const openSessions: Session[] = [];
  let bytes = 0;
  for (const entry of choice.projects) {
    using project = openOrSkip(reader, entry, choice);
    if (project === undefined) continue;
    const plan = project.planForget(ordersOf(choice));
    if (plan.versions === 0) continue;
    projects.push({ project: entry, plan });
    openSessions.push(...project.timeline.openSessions().map(({ session }) => session));
    for (const [hash, path] of plan.shared) shared.set(hash, path);
    for (const content of plan.contents.filter(({ hash }) => !plan.shared.has(hash))) {
      if (!hashes.has(content.hash)) bytes += content.bytes;
      hashes.add(content.hash);
    }
  }
  return {
    projects,
    versions: projects.reduce((sum, { plan }) => sum + plan.versions, 0),
    bytes,
    hashes: [...hashes],
    shared: [...shared].map(([hash, path]) => ({ hash, path })),
    plan: forgetPlanId(
      projects.map(({ project, plan }) => ({ project: project.id, mark: plan.mark })),
    ),
    openSessions,
  };
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
