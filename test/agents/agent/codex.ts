import { join } from "node:path";
import process from "node:process";
import { writeText } from "../write-json.ts";
import type { Agent, Use } from "./agent.ts";

const target = `${process.arch === "arm64" ? "aarch64" : "x86_64"}-unknown-linux-musl`;

export const codex: Agent = {
  name: "codex",
  published: {
    package: "@openai/codex",
    version: "0.169.0",
    bin: `@openai/codex-linux-${process.arch}/vendor/${target}/bin/codex`,
  },
  settings: [".codex/hooks.json", ".codex/config.toml"],
  prepare: ({ home, project, url }) => {
    writeText(
      join(home, ".codex/config.toml"),
      `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
supports_websockets = false

[projects."${project}"]
trust_level = "trusted"
`,
    );
  },
  env: () => ({ SCRIPTED_KEY: "none" }),
  headless: ({ text, resumes }) => [
    ...["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"],
    ...(resumes !== undefined ? ["resume", "--last", text] : [text]),
  ],
  forked: (text, session) => [
    ...["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"],
    ...["fork", session, text],
  ],
  terminal: {
    words: () => ["--dangerously-bypass-hook-trust"],
    ready: /Ask Codex|permissions:|\? for shortcuts/,
    answers: [[/Use existing model/, "2"]],
    enter: "\r",
    interrupt: "\x1b",
    goesOn: /interrupted/i,
    leave: "\x03\x03",
  },
  call: (use) => {
    switch (use.use) {
      case "write":
      case "edit":
        return { name: "apply_patch", input: {}, text: patchOf(use) };
      case "read":
        return { name: "exec_command", input: { cmd: `cat ${use.path}` } };
      case "shell":
        return { name: "exec_command", input: { cmd: use.command, yield_time_ms: 600_000 } };
      case "delegate":
        return {
          namespace: "multi_agent_v1",
          name: "spawn_agent",
          input: { message: use.prompt },
        };
      case "unf":
        return { namespace: "mcp__unf", name: use.tool, input: use.input ?? {} };
    }
  },
};

/** The patch that makes the change, in Codex's own format. */
function patchOf(use: Extract<Use, { use: "write" | "edit" }>): string {
  const lines = (sign: string, text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => `${sign}${line}`);
  const [from, to] = use.use === "edit" ? [use.from, use.to] : [use.over, use.text];
  const change =
    from === undefined
      ? [`*** Add File: ${use.path}`, ...lines("+", to)]
      : [`*** Update File: ${use.path}`, "@@", ...lines("-", from), ...lines("+", to)];
  return ["*** Begin Patch", ...change, "*** End Patch"].join("\n");
}
