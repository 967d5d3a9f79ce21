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

// A fork copies messages under new names into a session that is younger than they are, and keeps when each
// was sent: by that and by their words those of before are found, and their names by which they were told.
const sessionsMax = 100;

async function heldPrompts(client, session) {
  const promptsOf = async ({ id, time }) => {
    const { data } = await client.session.messages({ path: { id } });
    return (data ?? [])
      .filter(({ info }) => info?.role === "user")
      .map(({ info, parts }) => ({
        id: info.id,
        isCopy: info.time?.created < time?.created,
        key: JSON.stringify([info.time?.created, wordsOf(parts)]),
      }));
  };
  const { data: own } = await client.session.get({ path: { id: session } });
  if (!own) return undefined;
  const copies = (await promptsOf(own)).filter(({ isCopy }) => isCopy);
  if (copies.length === 0) return undefined;
  const { data: all } = await client.session.list();
  const names = new Map();
  for (const other of (all ?? []).slice(0, sessionsMax)) {
    if (other.id === session || other.parentID || names.size === copies.length) continue;
    for (const { id, key, isCopy } of await promptsOf(other))
      if (!isCopy && copies.some((one) => one.key === key)) names.set(key, id);
  }
  return copies.flatMap(({ key }) => names.get(key) ?? []).slice(-200);
}

function wordsOf(parts) {
  const texts = (parts ?? []).filter((part) => part.type === "text" && !part.synthetic);
  return texts.map((part) => part.text).join("\n");
}

// A server that does not answer holds no prompt up.
async function inTime(work) {
  let limit;
  const late = new Promise((done) => {
    limit = setTimeout(done, 2000);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(limit);
  }
}

export const UnfPlugin = async ({ client, directory }) => {
  const parents = new Map();
  // Sessions of which it is known where their conversation comes from.
  const looked = new Set();

  // A sub-agent has a session of its own: its work belongs to the session that sent it.
  function base(session, event) {
    let root = session;
    for (let up = 0; parents.has(root) && up < 16; up += 1) root = parents.get(root);
    const payload = { hook_event_name: event, session_id: root, cwd: directory };
    return root === session ? payload : { ...payload, agent_id: session };
  }

  async function tellFork(session) {
    if (silent || looked.has(session) || parents.has(session) || !client?.session?.list) return;
    looked.add(session);
    const holds = await inTime(heldPrompts(client, session));
    if (holds?.length > 0) await tell({ ...base(session, "session.created"), holds });
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
      const prompt = wordsOf(output?.parts);
      const message_id = output?.message?.id ?? input.messageID;
      await tellFork(input.sessionID);
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
