import { sayFailure, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { agedRecords, type PrunePlan, planningInstant } from "@unf/core/retention";
import type { PruneRequest } from "@unf/engine";
import type { PruneReply } from "@unf/protocol";
import { requirePlan } from "../orders/require-plan.ts";
import type { Asker, OpenHome } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { openScope, viewerOf } from "../scope/open-scope.ts";
import { readMaxSize, readPolicy } from "./policy.ts";
import type { PruneQuestion } from "./question.ts";

/** Versions that are to go of one project, and what went once it is done. */
export interface PlannedPrune {
  readonly reader: ProjectReader;
  readonly request: PruneRequest;
  readonly plan: PrunePlan;
  /** Operations that can then no more be undone. */
  readonly aged: number;
  readonly reply?: PruneReply;
}

/** Plans what goes, project by project. Throws `usage`, and `conflict` where the plan is another by now. */
export async function planPrune(
  asker: Asker,
  question: PruneQuestion,
  home: OpenHome,
): Promise<readonly PlannedPrune[]> {
  const viewer = viewerOf(asker);
  const { config } = await home.wiring.readSettings(home.reader.home);
  const policy = readPolicy(question, config, viewer);
  const maxBytes = readMaxSize(question.maxSize);
  const planned: PlannedPrune[] = [];
  for (const reader of openPruned(asker, question, home)) {
    const request: PruneRequest = {
      policy,
      now: planningInstant(viewer.now, policy),
      upTo: reader.timeline.facts().lastId ?? 0,
      include: question.include,
      exclude: question.exclude,
      maxBytes,
    };
    const plan = await reader.planPrune(request, asker.breathe);
    requirePlan(question.plan, [plan.id], "removed");
    planned.push({ reader, request, plan, aged: countAged(reader, request) });
  }
  return planned;
}

/** True when carrying it out changes anything. */
export function isDue({ plan, aged }: PlannedPrune): boolean {
  return plan.ids.size > 0 || aged > 0;
}

/** The projects that are meant, open until the answer was given. */
export function openPruned(
  asker: Asker,
  { allProjects }: Pick<PruneQuestion, "allProjects">,
  home: OpenHome,
): ProjectReader[] {
  if (!allProjects) return [openScope(asker, home, []).reader];
  return home.reader.projects().flatMap((project) => {
    try {
      return [asker.own(home.reader.open(project))];
    } catch (thrown) {
      // One damaged timeline keeps no other from being thinned.
      if (!(thrown instanceof UnfError)) throw thrown;
      asker.warn(`${escapeForDisplay(project.root)} is left out: ${sayFailure(thrown)}`);
      return [];
    }
  });
}

/** How many operations the policy takes what undoes them. */
function countAged({ timeline }: ProjectReader, { policy, now }: PruneRequest): number {
  const { operationsMs: keptMs = null } = policy;
  const journals = keptMs === null ? [] : timeline.journals();
  if (journals.length === 0) return 0;
  return agedRecords(timeline.operations(Number.MAX_SAFE_INTEGER), journals, { now, keptMs })
    .length;
}
