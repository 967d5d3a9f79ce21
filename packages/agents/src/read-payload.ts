import { type BlobId, isObject, type JsonObject, member, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentAct, AgentEvent } from "@unf/core/sessions";
import { type ForkFacts, readForkedFrom, readHeldSince } from "./forked-from.ts";
import {
  type AgentFormat,
  type Environment,
  eventKey,
  type Meaning,
} from "./format/agent-format.ts";
import { isAgentName } from "./format/agent-name.ts";
import { formats } from "./formats.ts";
import { absolutePath } from "./payload/absolute-path.ts";
import { cleanId, idField, textField } from "./payload/fields.ts";
import { type Payload, parsePayload } from "./payload/parse-payload.ts";
import { recogniseAgent } from "./recognise-agent.ts";
import { decideReach } from "./tool/decide-reach.ts";
import { findTool } from "./tool/find-tool.ts";

export type PayloadOutcome =
  | { readonly kind: "event"; readonly event: AgentEvent }
  /** Understood, and of no importance. */
  | { readonly kind: "nothing" }
  | { readonly kind: "not_understood"; readonly why: string };

/** Facts that the payload does not hold. */
export interface PayloadFacts extends ForkFacts {
  readonly at: WallMs;
  /** Where the hook itself was started. */
  readonly cwd: string | null;
  readonly env: Environment;
  /** Digest of a content that a tool is about to write; without it claims name paths only. */
  readonly digest?: (bytes: Uint8Array) => BlobId;
}

/**
 * Reads what the hook of an agent was given on its standard input. `agent`: the one in whose
 * settings the hook stands; the event names the one that fired it. Never throws: what is missing or
 * of another type is done without, and what is then unclear may write anything.
 */
export function readPayload(agent: string, bytes: Uint8Array, facts: PayloadFacts): PayloadOutcome {
  if (!isAgentName(agent)) return notUnderstood("an agent whose hooks are not known");
  const payload = parsePayload(bytes);
  if (payload === undefined) return notUnderstood("the payload is not a JSON object");
  const format = formats[recogniseAgent(agent, payload.object, facts.env)];
  const name = format.event(payload.object, facts.env);
  if (name === undefined) return notUnderstood("the payload names no event");
  const meaning = format.events.get(eventKey(name));
  const act =
    meaning === undefined ? undefined : readAct(format, meaning, eventKey(name), payload, facts);
  return act === undefined
    ? { kind: "nothing" }
    : { kind: "event", event: { ...readCommon(format, payload, facts), what: act } };
}

/** The event that says what a conversation holds, where it can be read by now; `bytes`: of any hook of its session. */
export function readHeld(
  agent: string,
  bytes: Uint8Array,
  facts: PayloadFacts,
): AgentEvent | undefined {
  const payload = isAgentName(agent) ? parsePayload(bytes) : undefined;
  if (!isAgentName(agent) || payload === undefined) return undefined;
  const format = formats[recogniseAgent(agent, payload.object, facts.env)];
  const holds = readHeldSince(format, payload.object, facts);
  if (holds === undefined) return undefined;
  const { subagent: _, prompt: __, ...common } = readCommon(format, payload, facts);
  return { ...common, what: { kind: "session_start", holds } };
}

function notUnderstood(why: string): PayloadOutcome {
  return { kind: "not_understood", why };
}

function readCommon(
  format: AgentFormat,
  { object }: Payload,
  facts: PayloadFacts,
): Omit<AgentEvent, "what"> {
  const cwd = readDirectory(format, object, facts);
  const subagent = readSubagent(object);
  const prompt = idField(object, format.promptIds ?? []);
  return {
    agent: format.agent,
    // Without any name, an agent has one session for each directory it works in.
    session: readSession(format, object, facts.env) ?? cleanId(`in ${cwd ?? "no directory"}`),
    ...(subagent === undefined ? {} : { subagent }),
    ...(prompt === undefined ? {} : { prompt }),
    at: facts.at,
    cwd,
  };
}

/** Copilot names the main agent, too, which nobody has sent. */
function readSubagent(object: Payload["object"]): string | undefined {
  const isSent = idField(object, ["parentAgentId", "parent_agent_id"]) !== undefined;
  return idField(object, ["agent_id", "subagent_id", ...(isSent ? ["agentId"] : [])]);
}

function readDirectory(format: AgentFormat, object: Payload["object"], { cwd, env }: PayloadFacts) {
  return absolutePath(format.cwd(object, env) ?? "", cwd) ?? absolutePath(cwd ?? "", null) ?? null;
}

function readSession(
  format: AgentFormat,
  object: Payload["object"],
  env: Environment,
): string | undefined {
  const own = idField(object, format.session) ?? idField(env, format.sessionVariables);
  if (own !== undefined) return own;
  const transcript = textField(object, ["transcript_path", "transcriptPath"]);
  const name = transcript
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.\w+$/, "");
  return name === undefined || name === "" ? undefined : cleanId(name);
}

/** `undefined`: nothing that matters happened. */
function readAct(
  format: AgentFormat,
  meaning: Meaning,
  event: string,
  payload: Payload,
  facts: PayloadFacts,
): AgentAct | undefined {
  const { object } = payload;
  const isSubagent = readSubagent(object) !== undefined;
  switch (meaning) {
    case "session_start": {
      const { resumes, ...held } = readForkedFrom(format, object, facts);
      const isOther = resumes !== undefined && resumes !== readSession(format, object, facts.env);
      return { kind: "session_start", ...held, ...(isOther ? { resumes } : {}) };
    }
    case "session_end":
      return { kind: "session_end" };
    // A turn is of a person's prompt; what an agent tells its sub-agent is inside one.
    case "prompt": {
      const text = readPrompt(format, payload);
      return isSubagent || machinePrompt.test(text) ? undefined : { kind: "prompt", text };
    }
    case "stop":
      return isSubagent ? undefined : { kind: "stop" };
    default:
      return readToolAct(format, meaning, event, payload, facts);
  }
}

/** With these an agent's own machinery goes on with a person's prompt: a task in the background has ended. */
const machinePrompt = /^\s*<(?:task-notification|system_notification)[\s>]/;

/** A prompt that was cut in two is still its beginning. */
function readPrompt(format: AgentFormat, { object, cut }: Payload): string {
  const text = format.prompt(object) ?? (cut?.name.endsWith("prompt") ? cut.text : "");
  return text.slice(0, limits.agents.promptCharsMax).replaceAll("\0", "").toWellFormed();
}

function readToolAct(
  format: AgentFormat,
  kind: "tool_start" | "tool_end",
  event: string,
  { object, whole }: Payload,
  facts: PayloadFacts,
): AgentAct {
  const use = format.use(object, event) ?? { tool: "unknown", call: undefined, input: {} };
  const reach = decideReach({
    way: findTool(format.tools, use.tool),
    input: use.input,
    cwd: readDirectory(format, object, facts),
    whole,
    digest: facts.digest,
  });
  const told = { call: use.call ?? null, tool: use.tool, reach };
  return { kind, use: hasFailed(event, object) ? { ...told, failed: true } : told };
}

/** True for the end of a tool that did not do what it was called for: it may still have written a part. */
function hasFailed(event: string, object: JsonObject): boolean {
  // The last is what our extension of pi tells.
  if (failures.has(eventKey(event)) || member(object, "is_error") === true) return true;
  const response = member(object, "tool_response");
  // Gemini's, and Copilot's.
  if (isObject(response) && (member(response, "error") ?? null) !== null) return true;
  const result = member(object, "toolResult");
  return isObject(result) && (member(result, "resultType") ?? "success") !== "success";
}

const failures = new Set(["posttoolusefailure", "permissiondenied"]);
