import type { Context, Entry, Event, Pi, SessionReader } from "./host.ts";
import { pathFrom } from "./ledger.ts";
import { tellHook } from "./program.ts";

/** Tells unf what the agent does, so that its changes can be told from a person's. */
export function tellEvents(pi: Pi): void {
  // The prompt of before_agent_start comes as a message, too. Any other was typed while pi worked.
  let isTold = false;
  pi.on("session_start", (event, ctx) => {
    const parent = ctx.sessionManager.getHeader()?.parentSession;
    const left = event.reason === "fork" ? event.previousSessionFile : undefined;
    return tell(ctx, "session_start", forkOf(parent ?? left, ctx.sessionManager));
  });
  pi.on("session_shutdown", (_event, ctx) => tell(ctx, "session_shutdown"));
  pi.on("before_agent_start", (event, ctx) => {
    isTold = true;
    return tell(ctx, "before_agent_start", { prompt: event.prompt });
  });
  pi.on("message_start", (event, ctx) => {
    if (event.message?.role !== "user") return undefined;
    const wasTold = isTold;
    isTold = false;
    return wasTold
      ? undefined
      : tell(ctx, "message_start", { prompt: textOf(event.message.content) });
  });
  pi.on("agent_end", (_event, ctx) => tell(ctx, "agent_end"));
  for (const name of ["tool_call", "tool_result"]) {
    pi.on(name, (event, ctx) => tell(ctx, name, toolUse(name, event, ctx)));
  }
}

function tell(ctx: Context, event: string, more: object = {}): Promise<void> {
  return tellHook(ctx.cwd, {
    hook_event_name: event,
    session_id: ctx.sessionManager.getSessionId(),
    cwd: ctx.cwd,
    ...more,
  });
}

function toolUse(name: string, event: Event, ctx: Context): object {
  return {
    tool_name: event.toolName,
    tool_use_id: event.toolCallId,
    tool_input: event.input,
    ...(name === "tool_call" ? promptEntry(ctx.sessionManager) : {}),
    ...(event.isError === true ? { is_error: true } : {}),
  };
}

/** A session file is called `<time>_<session id>.jsonl`, and has the entries of both under the same ids. */
function forkOf(file: string | undefined, session: SessionReader): object {
  if (file === undefined) return {};
  const name = file.split(/[/\\_]/).at(-1) ?? "";
  const prompts = pathFrom(session.getLeafId(), session).filter(isPrompt);
  const newest = prompts.slice(0, heldMax).map(({ id }) => id);
  return { previous_session_id: name.replace(/\.jsonl$/, ""), holds: newest.reverse() };
}

/** The last of them names the turn that both share. */
const heldMax = 200;

function isPrompt({ message }: Entry): boolean {
  return message?.role === "user";
}

/** The entry of the prompt that is worked on: there is none yet when before_agent_start is told. */
function promptEntry(session: SessionReader): object {
  const entry = pathFrom(session.getLeafId(), session).find(isPrompt);
  return entry === undefined ? {} : { prompt_entry_id: entry.id };
}

/** The words of a message's content, which is a text or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly { readonly type?: string; readonly text?: string }[] = Array.isArray(
    content,
  )
    ? content
    : [];
  return parts
    .filter((part) => part?.type === "text")
    .map(({ text }) => text)
    .join("\n");
}
