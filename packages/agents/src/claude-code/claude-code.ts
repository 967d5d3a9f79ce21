import { isObject, type JsonObject, member, parseJson } from "@unf/core/base";
import { type AgentFormat, claudeLike } from "../format/agent-format.ts";
import { claudeTools } from "../format/claude-tools.ts";
import { idField, objectField, objectsField } from "../payload/fields.ts";

/** https://code.claude.com/docs/en/hooks */
export const claudeCode: AgentFormat = {
  ...claudeLike,
  agent: "claude-code",
  sessionVariables: ["CLAUDE_CODE_SESSION_ID"],
  promptIds: ["prompt_id"],
  tools: claudeTools,
  fork: {
    // Each line that it took over has it, after /branch. It is written before the session starts.
    line: (line) => idField(objectField(line, ["forkedFrom"]) ?? {}, ["sessionId"]),
    words: readForkWords,
    tail: (transcript, { tail }) => tail?.(transcript),
    // A fork gives lines that it took over its own prompt, and leaves them the ids of the uses.
    holds: readUses,
  },
};

/** The uses of tools of which a line has the results. */
function readUses(line: string): readonly string[] {
  if (!line.includes('"tool_use_id"')) return [];
  const message = objectField(parseObject(line) ?? {}, ["message"]);
  const parts = message === undefined ? [] : objectsField(message, "content");
  return parts.flatMap((part) =>
    member(part, "type") === "tool_result" ? (idField(part, ["tool_use_id"]) ?? []) : [],
  );
}

function parseObject(line: string): JsonObject | undefined {
  const value = parseJson(line);
  return isObject(value) ? value : undefined;
}

/** `claude --resume <id> --fork-session`. With --continue, or a choice from a list, no word says which. */
function readForkWords(words: readonly string[]): string | undefined {
  if (!words.includes("--fork-session")) return undefined;
  const at = words.findIndex((word) => /^(?:-r|--resume)(?:=|$)/.test(word));
  const word = words[at]?.split("=")[1] ?? words[at + 1] ?? "";
  return at >= 0 && uuid.test(word) ? word : undefined;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
