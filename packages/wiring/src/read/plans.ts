import type { ProjectReader } from "@unf/answers";
import { inTurns } from "@unf/core/base";
import { forgetInSteps } from "@unf/engine/read-forget-plan";
import { oopsInSteps } from "@unf/engine/read-oops";
import { type PlanPorts, planInSteps } from "@unf/engine/read-plan";
import { undoInSteps } from "@unf/engine/read-undo";

/** The plans of a reader. */
export type Plans = Pick<
  ProjectReader,
  "planRestore" | "planInvert" | "planForget" | "planOops" | "planPrune"
>;

/** The plans that a reader makes, each in steps between which others may work. */
export function openPlans(ports: PlanPorts): Plans {
  return {
    planRestore: async (request, turn) => {
      const plan = (onLooked: () => void) => planInSteps({ ...ports, onLooked }, request);
      return (await inTurns(plan, turn)).plan;
    },
    planInvert: async (kind, operation, turn) => {
      const asked = operation ?? undefined;
      const plan = (onLooked: () => void) => undoInSteps({ ...ports, onLooked }, kind, asked);
      return (await inTurns(plan, turn)).plan;
    },
    planForget: (orders, turn) =>
      inTurns((looked) => forgetInSteps({ ...ports, looked }, orders), turn),
    planOops: async (request, turn) => {
      const steps = (onLooked: () => void) => oopsInSteps({ ...ports, onLooked }, request);
      const { plan, scopes, doubtful, contents } = await inTurns(steps, turn);
      return { plan, scopes, doubtful, contents };
    },
    planPrune: async (request, breathe = async () => undefined) => {
      const { readPrunePlan } = await import("@unf/engine/read-prune-plan");
      return readPrunePlan({ ...ports, breathe }, request, true);
    },
  };
}
