import type { JsonObject } from "@unf/core/base";
import type { Environment } from "./format/agent-format.ts";
import type { AgentName } from "./format/agent-name.ts";
import { textField } from "./payload/fields.ts";

/**
 * Recognises which agent fired a hook: several also run the hooks in the settings of another.
 * `configured`: the agent in whose settings the hook stands; the answer where nothing says more.
 */
export function recogniseAgent(
  configured: AgentName,
  object: JsonObject,
  env: Environment,
): AgentName {
  return byMembers(object) ?? byTranscript(object) ?? byVariables(configured, env) ?? configured;
}

/** Members that only one agent sends. */
function byMembers(object: JsonObject): AgentName | undefined {
  const has = (name: string) => Object.hasOwn(object, name);
  if (has("cursor_version") || (has("conversation_id") && has("generation_id"))) return "cursor";
  if (has("agent_action_name") && has("trajectory_id")) return "windsurf";
  if (has("sessionId") && (has("toolArgs") || has("toolResult") || has("timestamp"))) {
    return "copilot";
  }
  return textField(object, ["hook_source"])?.startsWith("opencode") ? "opencode" : undefined;
}

/** Directories in which agents keep their transcripts. */
const homes: ReadonlyMap<string, AgentName> = new Map([
  [".claude", "claude-code"],
  [".codex", "codex"],
  [".cursor", "cursor"],
  [".gemini", "gemini"],
  [".copilot", "copilot"],
  ["github.copilot-chat", "copilot"],
  [".codeium", "windsurf"],
  [".factory", "droid"],
]);

function byTranscript(object: JsonObject): AgentName | undefined {
  const path = textField(object, ["transcript_path", "transcriptPath"]) ?? "";
  const home = path.split(/[/\\]/).find((name) => homes.has(name.toLowerCase()));
  return home === undefined ? undefined : homes.get(home.toLowerCase());
}

/** Variables that agents set for their hooks alone. */
const variables: readonly (readonly [AgentName, string])[] = [
  ["claude-code", "CLAUDE_CODE_SESSION_ID"],
  ["cursor", "CURSOR_VERSION"],
  ["gemini", "GEMINI_PROJECT_DIR"],
  ["droid", "FACTORY_PROJECT_DIR"],
  ["copilot", "COPILOT_PROJECT_DIR"],
];

/** Of an agent that was started inside another, the environment names both: then it tells nothing. */
function byVariables(configured: AgentName, env: Environment): AgentName | undefined {
  const named = variables.filter(([, name]) => env[name] !== undefined).map(([agent]) => agent);
  return named.length === 1 && !named.includes(configured) ? named[0] : undefined;
}
