import { timeoutSeconds } from "../settings/describe.ts";
import type { HookProgram } from "../settings/hook-command.ts";
import { renderOwnProgram } from "../settings/own-file.ts";

/**
 * Text of the extension that `unf hook install pi` puts into `extensions/unf.ts`. It waits for the
 * hook, which ends within 100 ms, so that an event is told before what follows it happens. A failed
 * start (unf is not installed) silences it for good.
 */
export function piExtension(program: HookProgram | undefined): string {
  return String.raw`// Tells unf what this agent does, so that its changes can be told from yours. Does nothing
// where unf is not installed. Put here by "unf hook install", removed by "unf hook uninstall".
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

${renderOwnProgram(program)}
let silent = !command.slice(1).every((file) => existsSync(file));

function tell(ctx: any, event: string, more: object = {}): Promise<void> {
  if (silent) return Promise.resolve();
  return new Promise((done) => {
    try {
      const payload = {
        hook_event_name: event,
        session_id: ctx.sessionManager.getSessionId(),
        cwd: ctx.cwd,
        ...more,
      };
      const child = spawn(command[0], [...command.slice(1), "hook", "run", "pi"], {
        stdio: ["pipe", "ignore", "ignore"],
        cwd: ctx.cwd,
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

// A session file is called <time>_<session id>.jsonl.
function forkOf(file: string | undefined): object {
  return { previous_session_id: file?.split(/[/\\_]/).at(-1)?.replace(/\.jsonl$/, "") };
}

// The entry of the prompt that is worked on: there is none yet when before_agent_start is told.
function promptEntry({ sessionManager }: any): object {
  try {
    let entry = sessionManager.getEntry(sessionManager.getLeafId());
    while (entry && entry.message?.role !== "user") entry = sessionManager.getEntry(entry.parentId);
    return entry ? { prompt_entry_id: entry.id } : {};
  } catch {
    return {};
  }
}

function textOf(content: any): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter((part: any) => part?.type === "text") : [];
  return parts.map((part: any) => part.text).join("\n");
}

export default function (pi: any) {
  // The prompt of before_agent_start comes as a message, too. Any other was typed while pi worked.
  let isTold = false;
  pi.on("session_start", (event: any, ctx: any) =>
    tell(ctx, "session_start", event?.reason === "fork" ? forkOf(event.previousSessionFile) : {}),
  );
  pi.on("session_shutdown", (_event: any, ctx: any) => tell(ctx, "session_shutdown"));
  pi.on("before_agent_start", (event: any, ctx: any) => {
    isTold = true;
    return tell(ctx, "before_agent_start", { prompt: event?.prompt });
  });
  pi.on("message_start", (event: any, ctx: any) => {
    if (event?.message?.role !== "user") return;
    const wasTold = isTold;
    isTold = false;
    if (!wasTold) return tell(ctx, "message_start", { prompt: textOf(event.message.content) });
  });
  pi.on("agent_end", (_event: any, ctx: any) => tell(ctx, "agent_end"));
  for (const name of ["tool_call", "tool_result"]) {
    pi.on(name, (event: any, ctx: any) =>
      tell(ctx, name, {
        tool_name: event?.toolName,
        tool_use_id: event?.toolCallId,
        tool_input: event?.input,
        ...(name === "tool_call" ? promptEntry(ctx) : {}),
        ...(event?.isError === true ? { is_error: true } : {}),
      }),
    );
  }
}
`;
}
