import { nextSteps, readRecaps, recapAnswer } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { renderRecap } from "./recap-text.ts";

const flags = {
  since: { kind: "text", value: "<time>", help: "All that happened from then on" },
  global: { kind: "switch", help: "All watched projects" },
} as const satisfies FlagTable;

export const recap = defineCommand({
  usage: ["recap [--since <time>]", "recap --global [--since <time>]"],
  about: [
    "Says what happened lately, for a person or an agent to resume from: the last five sessions of agents and stretches of work of people, what each was about, whether it goes on, and the files it touched. Then the files that git has in no commit, where the project is a checkout, gaps in the recording, the last restore or undo, and what to look at next.",
    "Secrets in prompts are masked.",
  ],
  flags,
  examples: [
    { line: "unf recap", does: "where was I?" },
    { line: "unf recap --since yesterday --json", does: "the same for a program" },
    { line: "unf recap --global", does: "in all projects" },
  ],
  exits: { 3: "not watched" },
  args: { min: 0, max: 0 },
  run: runRecap,
});

async function runRecap(call: Call<typeof flags>): Promise<Answer> {
  const { asker } = call;
  const { since, global: isGlobal } = call.flags;
  const found = await readRecaps(asker, { since, isGlobal });
  return {
    kind: "document",
    schema: "unf.recap/1",
    isLong: true,
    document: () => recapAnswer(asker, found),
    text: function* (view) {
      for (const [index, one] of found.recaps.entries()) {
        if (index > 0) yield "";
        yield* renderRecap(one, { userHome: asker.userHome, steps: nextSteps(asker, one) }, view);
      }
    },
  };
}
