import type { Order } from "../orders/order.ts";
import {
  changeCheckpoint,
  changedCheckpointAnswer,
  planCheckpointChange,
} from "./change-checkpoint.ts";
import type { CheckpointChangeQuestion, CheckpointQuestion } from "./question.ts";
import {
  planCheckpoint,
  plannedCheckpointAnswer,
  setCheckpoint,
  setCheckpointAnswer,
} from "./set-checkpoint.ts";
import type {
  ChangedCheckpointAnswer,
  PlannedCheckpointAnswer,
  SetCheckpointAnswer,
} from "./shape.ts";

/** Sets a checkpoint. Nothing of it depends on files, so that there is no plan to name. */
export const checkpointOrder: Order<
  CheckpointQuestion,
  PlannedCheckpointAnswer,
  SetCheckpointAnswer
> = {
  plan: async (asker, asked, home) =>
    plannedCheckpointAnswer(await planCheckpoint(asker, asked, home)),
  carryOut: async (asker, asked, home, { onProgress }) => {
    const planned = await planCheckpoint(asker, asked, home);
    return setCheckpointAnswer(await setCheckpoint(home, planned, onProgress));
  },
};

/** Deletes, pins or unpins one. */
export const checkpointChangeOrder: Order<
  CheckpointChangeQuestion,
  ChangedCheckpointAnswer,
  ChangedCheckpointAnswer
> = {
  plan: async (asker, asked, home) =>
    changedCheckpointAnswer(planCheckpointChange(asker, asked, home), true),
  carryOut: async (asker, asked, home) => {
    const planned = planCheckpointChange(asker, asked, home);
    await changeCheckpoint(home, planned);
    return changedCheckpointAnswer(planned, false);
  },
};
