/** Variables that an agent sets for what it starts, with the agent. What has one may have got it from another. */
const agents: ReadonlyMap<string, string> = new Map([
  ["CLAUDECODE", "claude-code"],
  ["CLAUDE_CODE", "claude-code"],
  ["CODEX_SANDBOX", "codex"],
  ["CODEX_CI", "codex"],
  ["COPILOT_CLI", "copilot"],
  ["CURSOR_AGENT", "cursor"],
  ["GEMINI_CLI", "gemini"],
  ["OPENCODE", "opencode"],
  ["AUGMENT_AGENT", "auggie"],
  ["CLINE_ACTIVE", "cline"],
]);

/** The agent whose variable is among these, `NAME=value`; `undefined` where none is, or several are. */
export function agentOfVariables(variables: readonly string[]): string | undefined {
  const found = new Set<string>();
  for (const variable of variables) {
    const [name = "", value = ""] = variable.split("=", 2);
    const agent = value === "" ? undefined : agents.get(name);
    if (agent !== undefined) found.add(agent);
  }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
