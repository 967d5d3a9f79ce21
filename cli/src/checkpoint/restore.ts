import { checkpointWord } from "@unf/answers";
import { parseTokens, readValues } from "../frame/argv/parse.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { restoreFlags } from "../restore/flags.ts";
import { runRestore } from "../restore/restore.ts";
import type { checkpointFlags } from "./flags.ts";

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
