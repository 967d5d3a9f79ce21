import { parseProject, refusalOf } from "../ask/answer-question.ts";
import { Refused, type UiHost } from "../base/host.ts";
import { isOrder, parseOrder } from "./orders.ts";
import type { Plans } from "./plans.ts";

/** The parts that orders need of the server. */
interface Orderly {
  readonly host: UiHost;
  readonly plans: Plans;
}

/** Says what an order would do, changes nothing, and keeps it under an id. Throws `Refused`. */
export async function planOrder(
  { host, plans }: Orderly,
  name: string,
  { project: word, ...given }: Readonly<Record<string, unknown>>,
): Promise<object> {
  await requireWritable(host);
  if (!isOrder(name)) throw new Refused(404, "not_found", "there is no such order");
  const project = parseProject(word);
  if (project === undefined) throw new Refused(400, "usage", "say which project");
  const parsed = parseOrder(name, given);
  if ("why" in parsed) throw new Refused(400, "usage", parsed.why);
  const { ordered } = parsed;
  const answered = await host.plan(ordered.name, project, ordered.asked);
  if (answered.kind === "failed") throw refusalOf(answered);
  const { value } = answered;
  const plan = "plan" in value && typeof value.plan === "string" ? value.plan : undefined;
  const id = host.randomKey();
  plans.keep(id, { project, ordered, plan, shownAt: host.now() });
  return { ...value, plan: id };
}

/** Carries out what was planned under this id, once. Throws `Refused`, also where the disk has changed. */
export async function applyPlan(
  { host, plans }: Orderly,
  given: Readonly<Record<string, unknown>>,
): Promise<object> {
  await requireWritable(host);
  const { plan: id, ...others } = given;
  if (typeof id !== "string" || Object.keys(others).length > 0)
    throw new Refused(400, "usage", "the body has a plan and nothing else");
  const shown = plans.take(id, host.now());
  if (shown === undefined)
    throw new Refused(409, "plan_stale", "this plan is not there any more", "look at it again");
  const { ordered, project, plan } = shown;
  const answered = await host.carryOut(ordered.name, project, ordered.asked, plan);
  if (answered.kind === "answered") return answered.value;
  if (answered.code !== "conflict") throw refusalOf(answered);
  throw new Refused(409, "plan_stale", answered.message, "look at the plan again");
}

/** An agent may look; what it may change, it does by tools that are made for it. */
async function requireWritable(host: UiHost): Promise<void> {
  const why = await host.whyReadOnly();
  if (why !== undefined) throw new Refused(403, "refused", `this page only shows: ${why}`);
}
