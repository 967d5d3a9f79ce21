import { readTurnPage, turnsAnswer } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { listAnswer } from "../scope/list-answer.ts";
import { renderTurns } from "./turns-text.ts";

const turnsFlags = {
  agent: { kind: "text", value: "<name>", help: "Only turns of this agent" },
  since: { kind: "text", value: "<time>", help: "Only those that went on then or later" },
  limit: limitFlag("turns", limits.query.rows),
  cursor: { kind: "text", value: "<turn>", help: "Only turns older than this one" },
} as const satisfies FlagTable;

export const turns = defineCommand({
  usage: ["turns [session] [flags]"],
  about: [
    "Lists the turns of coding agents, newest first: a turn is one prompt and the answer to it. Without a session, those of all.",
    "Each is a point to return to: unf restore --turn t-12 brings back the state before it.",
    "In a pipe, each turn is one line with tabs: turn, start, end or open, files, added, removed, session, agent, label, and `taken back by op-5` where an oops or another restore took it back (`partly` where some of it stayed or was merged).",
  ],
  flags: turnsFlags,
  examples: [
    { line: "unf turns", does: "the last prompts and what came of them" },
    { line: "unf turns s-7f3a", does: "those of one session" },
    { line: "unf diff --turn=t-12", does: "what one of them changed" },
  ],
  exits: { 3: "not watched, or no such session or turn" },
  args: { min: 0, max: 1 },
  run: runTurns,
});

async function runTurns(call: Call<typeof turnsFlags>): Promise<Answer> {
  const { agent, since, limit = limits.query.rows, cursor } = call.flags;
  const [session] = call.args;
  const page = await readTurnPage(call.asker, { session, agent, since, limit, cursor });
  const answer = () => turnsAnswer(page);
  return listAnswer(call, {
    schema: "unf.turns/1",
    rows: page.rows,
    next: page.next,
    none: "no turns of agents",
    answer,
    records: () => answer().turns.map((row) => ({ type: "turn", ...row })),
    text: renderTurns,
  });
}
