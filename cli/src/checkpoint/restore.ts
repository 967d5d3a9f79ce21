import type { Answer } from "../answer.ts";
import { parseTokens, readValues } from "../args/parse.ts";
import { runRestore } from "../command/restore.ts";
import type { Call } from "../command.ts";
import { restoreFlags } from "../restore/flags.ts";
import type { checkpointFlags } from "./flags.ts";
import { checkpointWord } from "./require-checkpoint.ts";

/** `unf restore --at cp:<name> --exact` under another name: the same plan, question and operation. */
export function restoreCheckpoint(call: Call<typeof checkpointFlags>): Promise<Answer> {
  const { restore = "", plan, yes } = call.flags;
  const words = [
    `--at=cp:${checkpointWord(restore)}`,
    "--exact",
    ...(plan === undefined ? [] : [`--plan=${plan}`]),
    ...(call.flags["dry-run"] ? ["--dry-run"] : []),
    ...(yes ? ["--yes"] : []),
  ];
  const flags = readValues(restoreFlags, parseTokens(words, restoreFlags));
  return runRestore({ ...call, flags });
}
