import { timeoutSeconds } from "../settings/describe.ts";
import type { HookProgram } from "../settings/hook-command.ts";
import { renderOwnProgram } from "../settings/own-file.ts";

/**
 * Text of the plugin that `unf hook install opencode` puts into `plugins/unf.js`. It waits for the
 * hook, which ends within 100 ms, so that an event is told before what follows it happens. A failed
 * start (unf is not installed) silences it for good.
 */
export function opencodePlugin(program: HookProgram | undefined): string {
  return String.raw`// Tells unf what this agent does, so that its changes can be told from yours. Does nothing
// where unf is not installed. Put here by "unf hook install", removed by "unf hook uninstall".
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

${renderOwnProgram(program)}
let silent = !command.slice(1).every((file) => existsSync(file));

function tell(payload) {
  if (silent) return Promise.resolve();
  return new Promise((done) => {
    try {
      const child = spawn(command[0], [...command.slice(1), "hook", "run", "opencode"], {
        stdio: ["pipe", "ignore", "ignore"],
        cwd: payload.cwd,
      });
      const limit = setTimeout(() => child.kill(), ${timeoutSeconds * 1000});
      // A program that cannot be started does not exit either: a timer that waits for that would hold
      // the agent up at its own end.
      const settle = () => {
        clearTimeout(limit);
        done();
      };
      child.once("exit", settle);
      child.once("error", () => {
        silent = true;
        settle();
      });
      child.stdin.once("error", () => {});
      child.stdin.end(JSON.stringify(payload));
    } catch {
      silent = true;
      done();
    }
  });
}

export const UnfPlugin = async ({ directory }) => {
  const parents = new Map();

  // A sub-agent has a session of its own: its work belongs to the session that sent it.
  function base(session, event) {
    let root = session;
    for (let up = 0; parents.has(root) && up < 16; up += 1) root = parents.get(root);
    const payload = { hook_event_name: event, session_id: root, cwd: directory };
    return root === session ? payload : { ...payload, agent_id: session };
  }

  return {
    event: async ({ event }) => {
      const { info, sessionID } = event?.properties ?? {};
      const session = info?.id ?? sessionID;
      if (event?.type === "session.created" && info?.parentID) parents.set(session, info.parentID);
      if (!session || parents.has(session)) return;
      const told = ["session.created", "session.deleted", "session.idle", "session.error"];
      if (told.includes(event.type)) await tell(base(session, event.type));
    },
    "chat.message": async (input, output) => {
      const parts = (output?.parts ?? []).filter((part) => part.type === "text" && !part.synthetic);
      const prompt = parts.map((part) => part.text).join("\n");
      const message_id = output?.message?.id ?? input.messageID;
      await tell({ ...base(input.sessionID, "chat.message"), prompt, message_id });
    },
    "tool.execute.before": async (input, output) => {
      await tell({
        ...base(input.sessionID, "tool.execute.before"),
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: output?.args,
      });
    },
    "tool.execute.after": async (input) => {
      await tell({
        ...base(input.sessionID, "tool.execute.after"),
        tool_name: input.tool,
        tool_use_id: input.callID,
        tool_input: input.args,
      });
    },
  };
};
`;
}
