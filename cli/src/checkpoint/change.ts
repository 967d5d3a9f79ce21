import {
  type CheckpointChange,
  changedCheckpointAnswer,
  changeCheckpoint as changePlanned,
  planCheckpointChange,
} from "@unf/answers";
import { requireYes } from "../frame/ask/confirm.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { checkpointTitle } from "./checkpoint-text.ts";
import type { checkpointFlags } from "./flags.ts";

type Change = CheckpointChange["change"];

/** Deletes, pins or unpins a checkpoint. Only the bookmark changes, no version does. */
export async function changeCheckpoint(
  call: Call<typeof checkpointFlags>,
  change: Change,
): Promise<Answer> {
  const { flags, terminal, world } = call;
  const home = await call.asker.openHome();
  const planned = planCheckpointChange(call.asker, { word: flags[change] ?? "", change }, home);
  const isDryRun = flags["dry-run"];
  if (!isDryRun && change === "delete") {
    requireYes(
      { yes: flags.yes, mayAsk: terminal.mayAsk, ask: world.ask },
      `Delete checkpoint ${checkpointTitle(planned.checkpoint)}? Every version of its files stays.`,
      "add --yes",
    );
  }
  if (!isDryRun) await changePlanned(home, planned);
  return {
    kind: "document",
    schema: "unf.checkpoint/1",
    document: () => changedCheckpointAnswer(planned, isDryRun),
    text: () => [sentence(planned, isDryRun)],
  };
}

const verbs: Readonly<Record<Change, readonly [would: string, done: string]>> = {
  delete: ["Would delete", "Deleted"],
  pin: ["Would pin", "Pinned"],
  unpin: ["Would unpin", "Unpinned"],
};

function sentence({ checkpoint, change }: CheckpointChange, isDryRun: boolean): string {
  const [would, done] = verbs[change];
  const end = change === "delete" ? "; the history stays" : "";
  return `${isDryRun ? would : done} checkpoint ${checkpointTitle(checkpoint)}${end}`;
}
