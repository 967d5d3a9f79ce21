/** Agents by the names of their programs. An editor is none: in its terminal a person types, too. */
export const programs: ReadonlyMap<string, string> = new Map([
  ["claude", "claude-code"],
  ["codex", "codex"],
  ["cursor-agent", "cursor"],
  ["gemini", "gemini"],
  ["copilot", "copilot"],
  ["droid", "droid"],
  ["opencode", "opencode"],
  ["pi", "pi"],
  ["aider", "aider"],
  ["amp", "amp"],
  ["auggie", "auggie"],
  ["cline", "cline"],
  ["crush", "crush"],
  ["goose", "goose"],
  ["qwen", "qwen"],
]);

/** Directories in which npm keeps agents whose file has a name like any other. */
export const packages: ReadonlyMap<string, string> = new Map([
  ["@anthropic-ai/claude-code", "claude-code"],
  ["@openai/codex", "codex"],
  ["@google/gemini-cli", "gemini"],
  ["@github/copilot", "copilot"],
  ["opencode-ai", "opencode"],
  ["@sourcegraph/amp", "amp"],
  ["@mariozechner/pi-coding-agent", "pi"],
  ["@qwen-code/qwen-code", "qwen"],
  ["@factory/cli", "droid"],
  ["@augmentcode/auggie", "auggie"],
]);

const inPackage = new RegExp(`(?:^|/)(${[...packages.keys()].join("|")})(?:/|$)`);

/** The package of an agent in which a file is. */
export function packageOf(path: string): string | undefined {
  return inPackage.exec(path)?.[1];
}

/** The name of a program, without what says in which language it is written. */
export function bareName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/^-/, "").replace(/\.(js|mjs|cjs|ts|py|sh|exe)$/, "");
}
