/** The agents whose hooks are understood. */
export const agentNames = [
  "claude-code",
  "codex",
  "cursor",
  "gemini",
  "copilot",
  "windsurf",
  "droid",
  "opencode",
  "pi",
] as const;

export type AgentName = (typeof agentNames)[number];

export function isAgentName(name: string): name is AgentName {
  return (agentNames as readonly string[]).includes(name);
}
