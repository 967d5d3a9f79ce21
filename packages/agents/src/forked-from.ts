import type { JsonObject } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { SessionStart } from "@unf/core/sessions";
import type { AgentFormat, ForkSigns, TranscriptFacts } from "./format/agent-format.ts";
import { cleanId, idField, textField, textsField } from "./payload/fields.ts";
import { parseLenientJson } from "./payload/lenient-json.ts";

/** How to look beyond a payload for where a conversation comes from. */
export interface ForkFacts extends TranscriptFacts {
  /** The command line of the agent itself. */
  readonly callerWords?: () => readonly string[];
}

/**
 * The session whose conversation a new one goes on with, by the payload, by the first lines of the new
 * one's transcript, or by the words that the agent was started with; and what both hold, by the payload
 * or by a transcript. Nothing is guessed.
 */
export function readForkedFrom(
  format: AgentFormat,
  object: JsonObject,
  facts: ForkFacts,
): Omit<SessionStart, "kind"> {
  const named = idField(object, ["previous_session_id", "parent_session_id", "forked_from"]);
  const told = textsField(object, ["holds"]);
  const { fork } = format;
  if (named !== undefined || told !== undefined || fork === undefined)
    return found(named, told?.map(cleanId).slice(-limits.agents.heldMax));
  const path = transcriptOf(object);
  const head = path === undefined ? undefined : facts.head?.(path);
  const isFork = textField(object, ["source"]) === "fork";
  for (const line of head?.split("\n") ?? []) {
    const resumes = fork.line(parseLenientJson(line)?.object ?? {});
    if (resumes !== undefined) return found(resumes, readHolds(fork, path, facts));
  }
  if (!isFork) return {};
  if (head !== undefined) return found(undefined, readHolds(fork, path, facts));
  // Its words are those of the session that it began with: later ones have a transcript at once.
  return { ...found(fork.words?.(facts.callerWords?.() ?? []), undefined), isUnread: true };
}

/** Reads a transcript that was not there when its session began; `undefined`: it still is not. */
export function readHeldSince(
  { fork }: AgentFormat,
  object: JsonObject,
  facts: ForkFacts,
): readonly string[] | undefined {
  const holds = fork === undefined ? undefined : readHolds(fork, transcriptOf(object), facts);
  return holds?.length === 0 ? undefined : holds;
}

function readHolds(
  fork: ForkSigns,
  path: string | undefined,
  facts: ForkFacts,
): readonly string[] | undefined {
  const lines = path === undefined ? undefined : fork.tail(path, facts)?.split("\n");
  if (lines === undefined) return undefined;
  const { heldMax } = limits.agents;
  const ids = new Set<string>();
  // From the end, for an agent waits meanwhile: most of a long transcript is not looked into.
  for (const line of lines.reverse()) {
    for (const id of fork.holds(line).toReversed()) ids.add(cleanId(id));
    if (ids.size >= heldMax) break;
  }
  return [...ids].slice(0, heldMax).reverse();
}

function transcriptOf(object: JsonObject): string | undefined {
  return textField(object, ["transcript_path", "transcriptPath"]);
}

function found(
  resumes: string | undefined,
  holds: readonly string[] | undefined,
): Omit<SessionStart, "kind"> {
  return {
    ...(resumes === undefined ? {} : { resumes }),
    ...(holds === undefined ? {} : { holds }),
  };
}
