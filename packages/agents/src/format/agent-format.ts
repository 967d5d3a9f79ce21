import { type JsonObject, member } from "@unf/core/base";
import { idField, objectField, textField } from "../payload/fields.ts";
import type { ToolTable } from "../tool/tool-way.ts";
import type { AgentName } from "./agent-name.ts";

/** The meaning of an agent's event. */
export type Meaning =
  | "session_start"
  | "session_end"
  | "prompt"
  | "stop"
  | "tool_start"
  | "tool_end";

/** A use of a tool, as an agent tells of it. */
export interface ToldUse {
  readonly tool: string;
  readonly call: string | undefined;
  readonly input: unknown;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** How the hooks of one agent tell what happened. Functions get the payload's object. */
export interface AgentFormat {
  readonly agent: AgentName;
  /** Events by `eventKey`. The ones that are not listed mean nothing here. */
  readonly events: ReadonlyMap<string, Meaning>;
  readonly tools: ToolTable;
  /** Members that name the session, the best first. */
  readonly session: readonly string[];
  /** Variables that do. */
  readonly sessionVariables: readonly string[];
  /** Members that name the prompt to which an event belongs; left out where none does. */
  readonly promptIds?: readonly string[];
  /** How its sessions tell of which one they were forked; left out where they do not. */
  readonly fork?: ForkSigns;
  readonly event: (object: JsonObject, env: Environment) => string | undefined;
  readonly prompt: (object: JsonObject) => string | undefined;
  readonly cwd: (object: JsonObject, env: Environment) => string | undefined;
  readonly use: (object: JsonObject, event: string) => ToldUse | undefined;
}

export interface ForkSigns {
  /** The other session, by a line of the new one's transcript. */
  readonly line: (line: JsonObject) => string | undefined;
  /** By the command line that forked it. */
  readonly words?: (words: readonly string[]) => string | undefined;
  /** The end of the transcript that names what it holds: its own, or that of the other session. */
  readonly tail: (transcript: string, facts: TranscriptFacts) => string | undefined;
  /** The agent's own ids in a line of it, of prompts or of uses of tools. */
  readonly holds: (line: string) => readonly string[];
}

/** How to look into files that an agent has written. */
export interface TranscriptFacts {
  /** The beginning of a file; `undefined` where there is none. */
  readonly head?: (path: string) => string | undefined;
  /** The last of it, or of what is before an offset; it begins in the middle of a line where the file is long. */
  readonly tail?: (path: string, end?: number) => string | undefined;
  /** Names in a directory; none where there is none. */
  readonly list?: (path: string) => readonly string[];
}

/** `PreToolUse`, `preToolUse` and `pre_tool_use` are one event. */
export function eventKey(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** A table of events: names separated by spaces, for each meaning. */
export function eventTable(
  names: {
    readonly [meaning in Meaning]?: string;
  },
): ReadonlyMap<string, Meaning> {
  const rows = Object.entries(names) as readonly (readonly [Meaning, string])[];
  return new Map(
    rows.flatMap(([meaning, list]) => list.split(" ").map((name) => [eventKey(name), meaning])),
  );
}

/** The format that Claude Code began and most others took over, in both spellings of the members. */
export const claudeLike = {
  events: eventTable({
    session_start: "SessionStart",
    session_end: "SessionEnd",
    prompt: "UserPromptSubmit",
    stop: "Stop StopFailure",
    tool_start: "PreToolUse",
    // A tool that failed, or was refused after its hook, may have written and is over.
    tool_end: "PostToolUse PostToolUseFailure PermissionDenied",
  }),
  session: ["session_id", "sessionId"],
  sessionVariables: [],
  // Where payloads do not name their event, the command that was installed for it does.
  event: (object: JsonObject, env: Environment) =>
    textField(object, ["hook_event_name", "hookEventName"]) ?? env.UNF_HOOK_EVENT,
  prompt: (object: JsonObject) => textField(object, ["prompt"]),
  cwd: (object: JsonObject) => textField(object, ["cwd"]),
  use: (object: JsonObject): ToldUse | undefined => {
    const tool = idField(object, ["tool_name", "toolName"]);
    const names = ["tool_input", "toolInput", "toolArgs"];
    return tool === undefined
      ? undefined
      : {
          tool,
          call: idField(object, ["tool_use_id", "toolUseId", "tool_call_id", "toolCallId"]),
          input:
            objectField(object, names) ?? names.map((name) => member(object, name)).find(Boolean),
        };
  },
} satisfies Partial<AgentFormat>;
