import { groupPlan, type PlannedFile } from "@unf/view/page";
import type { PlanAnswer } from "../server/answers.ts";
import { Failure, send } from "../server/ask.ts";
import { count } from "../text/words.ts";
import { happenings } from "./happenings.svelte.ts";

interface Proposal {
  readonly title: string;
  readonly order: string;
  readonly body: Record<string, unknown>;
  readonly plan: PlanAnswer;
}

interface Done {
  readonly text: string;
  readonly project: string;
  /** Null when nothing was changed, and nothing is to be undone. */
  readonly operation: string | null;
  readonly isUndo: boolean;
}

/** Files of a plan, whichever order it is of. */
export function filesOf(plan: PlanAnswer): readonly PlannedFile[] {
  const restored = (plan.restores ?? []).flatMap(({ actions }) => actions);
  const doubtful = (plan.doubtful ?? []).map(({ path }) => ({
    path,
    action: "kept",
    from: null,
    to: null,
    why: "somebody else may have written it",
  }));
  return [...doubtful, ...(plan.actions ?? []), ...restored];
}

/** Orders go in two steps: the plan is shown, and the very plan that was shown is carried out. */
class Orders {
  proposal = $state.raw<Proposal | null>(null);
  done = $state.raw<Done | null>(null);
  failure = $state.raw<Failure | null>(null);
  isBusy = $state(false);

  async propose(title: string, order: string, body: Record<string, unknown>): Promise<void> {
    await this.#run(async () => {
      this.proposal = { title, order, body, plan: await send<PlanAnswer>(`plan/${order}`, body) };
    });
  }

  cancel(): void {
    this.proposal = null;
    this.failure = null;
  }

  async apply(): Promise<void> {
    const { proposal } = this;
    if (proposal === null || this.isBusy) return;
    await this.#run(() => this.#carryOut(proposal));
  }

  /** Nothing on disk changes, so that no plan is looked at. True when it is set. */
  async setCheckpoint(project: string, label: string): Promise<boolean> {
    const body = { project, ...(label === "" ? {} : { label }) };
    await this.#run(async () => {
      const plan = await send<PlanAnswer>("plan/checkpoint", body);
      await this.#carryOut({ title: "Checkpoint", order: "checkpoint", body, plan });
    });
    return this.failure === null;
  }

  /** Makes the plan anew, of the disk as it is now. */
  async again(): Promise<void> {
    const { proposal } = this;
    if (proposal !== null) await this.propose(proposal.title, proposal.order, proposal.body);
  }

  /** Takes back what was just done; asks first only where something would be left as it is. */
  async undo(): Promise<void> {
    const { done } = this;
    if (done?.operation == null || this.isBusy) return;
    const body = { project: done.project, operation: done.operation };
    await this.#run(async () => {
      const plan = await send<PlanAnswer>("plan/undo", body);
      const proposal = { title: "Undo", order: "undo", body, plan };
      const isClear = groupPlan(filesOf(plan)).every(({ name }) => /write|delete/.test(name));
      if (isClear) await this.#carryOut(proposal);
      else this.proposal = proposal;
    });
  }

  async #carryOut({ order, body, plan }: Proposal): Promise<void> {
    const outcome = await send<PlanAnswer>("apply", { plan: plan.plan });
    const operation = outcome.operation ?? outcome.restores?.[0]?.operation ?? null;
    const files = filesOf(outcome).filter(({ action }) => /^(write|delete|chmod)$/.test(action));
    const what =
      order === "checkpoint" ? "Checkpoint set" : `${count(files.length, "file")} put back`;
    this.proposal = null;
    this.done = {
      text: order === "undo" ? `Undone: ${what}` : what,
      project: String(body.project),
      operation,
      isUndo: order === "undo",
    };
    // The undo of it waits for no list.
    void happenings.refresh();
  }

  async #run(step: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.failure = null;
    try {
      await step();
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.failure = thrown;
    } finally {
      this.isBusy = false;
    }
  }
}

export const orders = new Orders();
