import type { JsonObject } from "@unf/core/base";
import type { AgentFormat } from "./format/agent-format.ts";
import { idField, textField } from "./payload/fields.ts";
import { parseLenientJson } from "./payload/lenient-json.ts";

/** How to look beyond a payload for where a conversation comes from. */
export interface ForkFacts {
  /** The beginning of a file; `undefined` where there is none. */
  readonly head?: (path: string) => string | undefined;
  /** The command line of the agent itself. */
  readonly callerWords?: () => readonly string[];
}

/**
 * The session whose conversation a new one goes on with: by the payload, by the first lines of the new
 * one's transcript, or by the words that the agent was started with. None is guessed.
 */
export function readForkedFrom(
  format: AgentFormat,
  object: JsonObject,
  facts: ForkFacts,
): string | undefined {
  const named = idField(object, ["previous_session_id", "parent_session_id", "forked_from"]);
  if (named !== undefined || format.fork === undefined) return named;
  const transcript = textField(object, ["transcript_path", "transcriptPath"]);
  const head = transcript === undefined ? undefined : facts.head?.(transcript);
  for (const line of head?.split("\n") ?? []) {
    const told = format.fork.line(parseLenientJson(line)?.object ?? {});
    if (told !== undefined) return told;
  }
  // Its words are those of the session that it began with: later ones have a transcript at once.
  const isFork = textField(object, ["source"]) === "fork" && head === undefined;
  return isFork ? format.fork.words?.(facts.callerWords?.() ?? []) : undefined;
}
