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

const editors: readonly string[] = ["cursor", "windsurf"] satisfies readonly AgentName[];

/** True for an agent that runs in the process of an editor, in which a person types, too. */
export function isEditor(agent: string): boolean {
  return editors.includes(agent);
}

export function isAgentName(name: string): name is AgentName {
  return (agentNames as readonly string[]).includes(name);
}
