import { readSessionPage, sessionsAnswer } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { listAnswer } from "../scope/list-answer.ts";
import { renderSessions } from "./sessions-text.ts";

const sessionsFlags = {
  agent: { kind: "text", value: "<name>", help: "Only sessions of this agent" },
  since: { kind: "text", value: "<time>", help: "Only those that went on then or later" },
  open: { kind: "switch", help: "Only those that are not over" },
  limit: limitFlag("sessions", limits.query.rows),
  cursor: { kind: "text", value: "<session>", help: "Only sessions listed behind this one" },
} as const satisfies FlagTable;

export const sessions = defineCommand({
  usage: ["sessions [flags]"],
  about: [
    "Lists the sessions of coding agents in a project, newest first: when each went on, its turns, the files it touched, added and removed lines, and what its first prompt was about. unf log --sessions lists the work of people, too.",
    "What is counted is what the session is known to have written. Secrets in prompts are masked.",
    "In a pipe, each session is one line with tabs: session, agent, start, end or open, turns, files, added, removed, label, and `taken back by op-5` where an oops or another restore took it back.",
  ],
  flags: sessionsFlags,
  examples: [
    { line: "unf sessions", does: "who worked here, and how much" },
    { line: "unf sessions --open", does: "who is at work now" },
    { line: "unf sessions --agent codex --since today", does: "what one agent did today" },
    { line: "unf session s-7f3a", does: "one of them in full" },
  ],
  exits: { 3: "not watched" },
  args: { min: 0, max: 0 },
  run: runSessions,
});

async function runSessions(call: Call<typeof sessionsFlags>): Promise<Answer> {
  const { agent, since, open: isOpen, limit = limits.query.rows, cursor } = call.flags;
  const page = await readSessionPage(call.asker, { agent, since, isOpen, limit, cursor });
  const answer = () => sessionsAnswer(page);
  return listAnswer(call, {
    schema: "unf.sessions/1",
    rows: page.rows,
    next: page.next,
    none: "no sessions of agents",
    answer,
    records: () => answer().sessions.map((row) => ({ type: "session", ...row })),
    text: renderSessions,
  });
}
