/**
 * Variables that an agent, or `unf exec`, sets for the commands that it runs, each with the agent that it names; `null`
 * where it names none. What has one may have got it from another.
 */
const variables: readonly (readonly [variable: string, agent: string | null])[] = [
  ["CLAUDECODE", "claude-code"],
  ["AI_AGENT", null],
  ["UNF_AGENT", null],
  ["UNF_SESSION", null],
  ["CLAUDE_CODE", "claude-code"],
  ["CODEX_SANDBOX", "codex"],
  ["CODEX_THREAD_ID", null],
  ["CODEX_CI", "codex"],
  ["COPILOT_CLI", "copilot"],
  ["CURSOR_AGENT", "cursor"],
  ["GEMINI_CLI", "gemini"],
  ["OPENCODE", "opencode"],
  ["AUGMENT_AGENT", "auggie"],
  ["CLINE_ACTIVE", "cline"],
];

/** Their names, in the order in which they are looked for. */
export const agentVariables: readonly string[] = variables.map(([name]) => name);

const agents: ReadonlyMap<string, string | null> = new Map(variables);

/** The agent whose variable is among these, `NAME=value`; `undefined` where none is, or several are. */
export function agentOfVariables(variables: readonly string[]): string | undefined {
  const found = new Set<string>();
  for (const variable of variables) {
    const [name = "", value = ""] = variable.split("=", 2);
    const agent = value === "" ? null : agents.get(name);
    if (agent != null) found.add(agent);
  }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
