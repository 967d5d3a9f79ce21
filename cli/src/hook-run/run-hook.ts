import { isAgentName, isEditor, type PayloadFacts, readHeld, readPayload } from "@unf/agents";
import type { MonoMs, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentEvent, PayloadTrouble } from "@unf/core/sessions";
import {
  homeDirectory,
  notePayload,
  openHome,
  readCaller,
  readCommand,
  systemClock,
} from "@unf/system";
import { noteTrouble } from "./note-trouble.ts";
import { listNames, readHead, readTail } from "./read-head.ts";
import { readStdin } from "./read-stdin.ts";
import { reachDaemon, tellEvents } from "./tell-events.ts";

export interface HookCall {
  readonly agent: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When the process was started. */
  readonly calledAt: WallMs;
}

/** Passes on what an agent tells on stdin, unless there is no home: none is made for it. */
export async function runHook({ agent, env, calledAt }: HookCall): Promise<void> {
  const home = homeDirectory(env);
  if (openHome(home, { create: false }) === "absent") return;
  const { inputBytesMax, inputMsMax, lateInputMsMax } = limits.hook;
  const { transcriptBytesMax, heldBytesMax } = limits.hook;
  const { answerMsMax, answerMsMin, commandMsMax } = limits.hook;
  // The daemon is greeted while the payload comes: one that hangs has then hung long enough.
  const reached = reachDaemon(home, commandMsMax);
  const read = await readStdin(inputBytesMax, inputMsMax as MonoMs, lateInputMsMax as MonoMs);
  const reachBy = Math.max(answerMsMax, systemClock.mono() + answerMsMin) as MonoMs;
  if (read === undefined) return;
  const facts: PayloadFacts = {
    ...{ at: calledAt, cwd: readCwd(), env },
    head: (path) => readHead(path, transcriptBytesMax),
    tail: (path, end) => readTail(path, heldBytesMax, end),
    list: listNames,
    callerWords: readCallerWords,
  };
  const outcome = readPayload(agent, read.bytes, facts);
  const note = (trouble: Pick<PayloadTrouble, "kind" | "ms" | "why">): void => {
    if (isAgentName(agent)) notePayload(home, { agent, at: calledAt, ...trouble });
  };
  if (outcome.kind === "not_understood")
    note({ kind: "lost", why: read.bytes.length === 0 ? "nothing came" : outcome.why });
  if (outcome.kind !== "event") return;
  const event = withCaller(answered(outcome.event));
  const isTaken = await tellEvents(home, [event], reachBy, {
    reached,
    held: () => readHeld(agent, read.bytes, facts),
  });
  // Only then: what cannot be noted, as on a disk that is full, must not cost the event.
  if (read.lateAt !== undefined) note({ kind: "late", ms: Math.round(read.lateAt) });
  // Reads files that a hook of every day need not wait for.
  if (!isTaken) await noteTrouble(home, agent);
}

/** Names the calling process. An editor's writes may as well be the person's who types in it. */
function withCaller(event: AgentEvent): AgentEvent {
  if (isEditor(event.agent)) return event;
  const caller = readCaller();
  return caller === undefined ? event : { ...event, pid: caller.pid, started: caller.startTicks };
}

function readCallerWords(): readonly string[] {
  const caller = readCaller();
  return caller === undefined ? [] : readCommand(caller.pid);
}

/** A use of a tool begins when its hook has answered; everything else happened before the call. */
function answered(event: AgentEvent): AgentEvent {
  return event.what.kind === "tool_start" ? { ...event, at: systemClock.wall() } : event;
}

/** `null` when it was deleted. */
function readCwd(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
