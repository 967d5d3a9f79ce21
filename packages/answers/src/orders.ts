import {
  changeCheckpoint,
  changedCheckpointAnswer,
  planCheckpointChange,
} from "./checkpoints/change-checkpoint.ts";
import type { CheckpointChangeQuestion, CheckpointQuestion } from "./checkpoints/question.ts";
import {
  planCheckpoint,
  plannedCheckpointAnswer,
  setCheckpoint,
  setCheckpointAnswer,
} from "./checkpoints/set-checkpoint.ts";
import type {
  ChangedCheckpointAnswer,
  PlannedCheckpointAnswer,
  SetCheckpointAnswer,
} from "./checkpoints/shape.ts";
import { oopsAnswer } from "./oops/oops-answer.ts";
import { carryOutOops, type OopsQuestion, planOops, toOopsRequest } from "./oops/plan-oops.ts";
import type { OopsAnswer } from "./oops/shape.ts";
import { hasEffect } from "./orders/outcomes.ts";
import { requirePlan } from "./orders/require-plan.ts";
import type { Orderer } from "./orders/send-order.ts";
import { undoOf } from "./parts/next-command.ts";
import type { Asker, OpenHome } from "./ports/asker.ts";
import {
  carryOutRestore,
  type PlannedRestore,
  planRestore,
  readRestore,
  readWarnings,
} from "./restore/plan-restore.ts";
import type { RestoreQuestion } from "./restore/question.ts";
import { plannedRestoreAnswer, restoredAnswer } from "./restore/restore-answer.ts";
import type { PlannedRestoreAnswer, RestoredAnswer } from "./restore/shape.ts";
import { openScope } from "./scope/open-scope.ts";
import {
  awaitFinished,
  carryOutInversion,
  type Inversion,
  isHopeless,
  isPending,
  planInversion,
} from "./undo/plan-inversion.ts";
import type { InversionQuestion } from "./undo/question.ts";
import type { UndoAnswer } from "./undo/shape.ts";
import { undoAnswer } from "./undo/undo-answer.ts";

/**
 * Orders by name: what is asked for, what the plan for it says, and what came of it. All of them are plain
 * values.
 */
export interface Orders {
  readonly checkpoint: {
    readonly asked: CheckpointQuestion;
    readonly plan: PlannedCheckpointAnswer;
    readonly outcome: SetCheckpointAnswer;
  };
  readonly checkpointChange: {
    readonly asked: CheckpointChangeQuestion;
    readonly plan: ChangedCheckpointAnswer;
    readonly outcome: ChangedCheckpointAnswer;
  };
  readonly oops: {
    readonly asked: OopsQuestion;
    readonly plan: OopsAnswer;
    readonly outcome: OopsAnswer;
  };
  readonly restore: {
    readonly asked: RestoreQuestion;
    readonly plan: PlannedRestoreAnswer;
    /** As it was planned where there is nothing to do. */
    readonly outcome: RestoredAnswer | PlannedRestoreAnswer;
  };
  readonly undo: {
    readonly asked: InversionQuestion;
    readonly plan: UndoAnswer;
    readonly outcome: UndoAnswer;
  };
}

/** How an order is carried out. */
export interface Terms extends Orderer {
  /** The plan that was shown: files that have changed since make it another. Without it whatever is planned now. */
  readonly plan?: string | undefined;
  /** The words that are kept with the operation. */
  readonly argv: readonly string[];
}

/** Says what an order would do right now, and changes nothing. */
export async function planOrder<N extends keyof Orders>(
  asker: Asker,
  name: N,
  asked: Orders[N]["asked"],
): Promise<Orders[N]["plan"]> {
  return orders[name].plan(asker, asked, await asker.openHome());
}

/** Carries out an order. Throws `conflict` where its plan is no longer the one that was shown. */
export async function carryOutOrder<N extends keyof Orders>(
  asker: Asker,
  name: N,
  asked: Orders[N]["asked"],
  terms: Terms,
): Promise<Orders[N]["outcome"]> {
  return orders[name].carryOut(asker, asked, await asker.openHome(), terms);
}

interface Row<N extends keyof Orders> {
  readonly plan: (
    asker: Asker,
    asked: Orders[N]["asked"],
    home: OpenHome,
  ) => Promise<Orders[N]["plan"]>;
  readonly carryOut: (
    asker: Asker,
    asked: Orders[N]["asked"],
    home: OpenHome,
    terms: Terms,
  ) => Promise<Orders[N]["outcome"]>;
}

const checkpoint: Row<"checkpoint"> = {
  plan: async (asker, asked, home) =>
    plannedCheckpointAnswer(await planCheckpoint(asker, asked, home)),
  carryOut: async (asker, asked, home, { onProgress }) => {
    const planned = await planCheckpoint(asker, asked, home);
    return setCheckpointAnswer(await setCheckpoint(home, planned, onProgress));
  },
};

const checkpointChange: Row<"checkpointChange"> = {
  plan: async (asker, asked, home) =>
    changedCheckpointAnswer(planCheckpointChange(asker, asked, home), true),
  carryOut: async (asker, asked, home) => {
    const planned = planCheckpointChange(asker, asked, home);
    await changeCheckpoint(home, planned);
    return changedCheckpointAnswer(planned, false);
  },
};

const restore: Row<"restore"> = {
  plan: async (asker, asked, home) =>
    plannedRestoreAnswer(await readPlannedRestore(asker, asked, home), { isDryRun: true }),
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const planned = await readPlannedRestore(asker, asked, home);
    requirePlan(plan, [planned.plan.id], "restored");
    if (!hasEffect(planned.actions)) return plannedRestoreAnswer(planned, { isDryRun: false });
    const { operation: id, actions } = await carryOutRestore(home, planned, argv, orderer);
    const operation = id === null ? undefined : undoOf(asker, planned.scope.project, id);
    return restoredAnswer(planned, actions, operation, undefined);
  },
};

async function readPlannedRestore(
  asker: Asker,
  asked: RestoreQuestion,
  home: OpenHome,
): Promise<PlannedRestore> {
  const wish = await readRestore(asker, asked, home);
  return planRestore(wish, await readWarnings(asker, wish.scope));
}

const undo: Row<"undo"> = {
  plan: async (asker, asked, home) => {
    const inversion = await readInversion(asker, asked, home);
    return undoAnswer(inversion, { operation: null, actions: inversion.actions }, true);
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const inversion = await readInversion(asker, asked, home);
    requirePlan(plan, [inversion.plan.id], "done");
    const { actions } = inversion;
    if (isHopeless(inversion)) return undoAnswer(inversion, { operation: null, actions }, false);
    return undoAnswer(inversion, await carryOutInversion(home, inversion, argv, orderer), false);
  },
};

async function readInversion(
  asker: Asker,
  asked: InversionQuestion,
  home: OpenHome,
): Promise<Inversion> {
  const scope = openScope(asker, home, []);
  try {
    return await planInversion(asker, scope, asked);
  } catch (thrown) {
    if (!isPending(thrown)) throw thrown;
    await awaitFinished(home, scope);
    return await planInversion(asker, scope, asked);
  }
}

const oops: Row<"oops"> = {
  plan: async (asker, asked, home) => {
    const planned = readOops(asker, asked, home);
    return oopsAnswer(planned, planned.actions, { operation: undefined, isDryRun: true });
  },
  carryOut: async (asker, asked, home, { plan, argv, ...orderer }) => {
    const planned = readOops(asker, asked, home);
    requirePlan(plan, [planned.plan.id], "done");
    const { scope, actions } = planned;
    if (!hasEffect(actions))
      return oopsAnswer(planned, actions, { operation: undefined, isDryRun: false });
    const done = await carryOutOops(home, planned, argv, orderer);
    const operation =
      done.operation === null ? undefined : undoOf(asker, scope.project, done.operation);
    return oopsAnswer(planned, done.actions, { operation, isDryRun: false });
  },
};

function readOops(asker: Asker, asked: OopsQuestion, home: OpenHome) {
  const scope = openScope(asker, home, []);
  return planOops(scope, toOopsRequest(scope.reader.timeline, asked));
}

const orders: { readonly [N in keyof Orders]: Row<N> } = {
  checkpoint,
  checkpointChange,
  oops,
  restore,
  undo,
};
