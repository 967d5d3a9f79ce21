import {
  endSession,
  readSession,
  type SessionIdAnswer,
  sessionAnswer,
  startSession,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { changing } from "../frame/call/wait-words.ts";
import type { Answer } from "../frame/print/answer.ts";
import { telling } from "../frame/world/telling.ts";
import { sessionFlags } from "./flags.ts";
import { renderSession } from "./session-text.ts";

export const session = defineCommand({
  usage: ["session [id]", "session start [--agent <name>] [--label <text>]", "session end <id>"],
  about: [
    "Shows one session of an agent: its turns, and the files it touched. Without an id, the newest. An id may be cut as long as no other begins so.",
    "The whole text of a prompt is shown where it was kept, which is a setting (hooks.store_prompts); secrets in it are masked.",
    "start and end begin and end a session by hand, for scripts: start prints the session's id, end takes it. What is written in between belongs to the session, unless an agent's own hooks say otherwise.",
  ],
  flags: sessionFlags,
  examples: [
    { line: "unf session", does: "what the last session did" },
    { line: "unf session s-7f3a", does: "what this one did" },
    { line: "unf diff --session=s-7f3a", does: "the same, line by line" },
    { line: 'unf session start --label "rename foo"', does: "from here on; prints the id" },
    { line: "unf session end script-4be10c77a9d2", does: "up to here" },
  ],
  exits: { 3: "not watched, or no such session" },
  args: { min: 0, max: 2 },
  wait: changing(
    "Waiting",
    "a session is begun or ended whole, or not at all",
    "which: unf sessions; go on: the same command",
  ),
  run: runSession,
});

async function runSession(call: Call<typeof sessionFlags>): Promise<Answer> {
  const [word, id] = call.args;
  const { agent, label } = call.flags;
  if (word === "start" && id === undefined)
    return named(await startSession(telling(call.world), { agent, label }), true);
  if (word === "end" && id !== undefined)
    return named(await endSession(telling(call.world), { session: id, agent }), false);
  if (word === "end" || id !== undefined)
    throw new UnfError("usage", `session does not take "${call.args.join(" ")}"`, {
      hint: "unf session --help",
    });
  return showSession(call, word).catch((thrown) => {
    const verb = word === undefined ? undefined : nearestName(word, ["start", "end"]);
    if (verb === undefined || !(thrown instanceof UnfError)) throw thrown;
    throw new UnfError(thrown.code, thrown.message, { hint: `did you mean unf session ${verb}?` });
  });
}

async function showSession(
  call: Call<typeof sessionFlags>,
  word: string | undefined,
): Promise<Answer> {
  const shown = await readSession(call.asker, word);
  return {
    kind: "document",
    schema: "unf.session/1",
    isLong: true,
    document: () => sessionAnswer(shown),
    text: (view) => renderSession(shown.report, shown.turns, view),
  };
}

/** The id of a session that was begun, which a script reads; nothing is said of one that ended. */
function named(answer: SessionIdAnswer, isSaid: boolean): Answer {
  return {
    kind: "document",
    schema: "unf.sessionid/1",
    document: () => answer,
    text: () => (isSaid ? [escapeForDisplay(answer.session)] : []),
  };
}
