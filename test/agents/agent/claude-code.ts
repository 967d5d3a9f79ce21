import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { writeJson } from "../write-json.ts";
import type { Agent, Place } from "./agent.ts";

const key = "sk-ant-not-a-key-0000000000000000000000000";

/** The last message before the second prompt of a session, in its transcript. */
function firstAnswer({ home }: Place, session: string): string {
  const projects = join(home, ".claude/projects");
  const [project = ""] = readdirSync(projects);
  const text = readFileSync(join(projects, project, `${session}.jsonl`), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const prompts = lines.flatMap(({ type, message }, index) =>
    type === "user" && typeof message?.content === "string" ? [index] : [],
  );
  return lines.slice(0, prompts[1]).findLast(({ type }) => type === "assistant").uuid;
}

export const claudeCode: Agent = {
  name: "claude-code",
  published: {
    package: "@anthropic-ai/claude-code",
    version: "2.1.330",
    bin: `@anthropic-ai/claude-code-linux-${process.arch}/claude`,
  },
  settings: [".claude/settings.json"],
  prepare: ({ home, project }) => {
    writeJson(join(home, ".claude/settings.json"), {
      permissions: { allow: ["Bash", "Edit", "Write", "Read", "Task", "Agent", "mcp__unf"] },
      includeCoAuthoredBy: false,
    });
    writeJson(join(home, ".claude.json"), {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true, allowedTools: [] } },
    });
  },
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_TERMINAL_TITLE: "1",
    IS_SANDBOX: "1",
  }),
  headless: ({ text, resumes }) => ["-p", ...(resumes !== undefined ? ["--continue"] : []), text],
  forked: (text, session) => ["-p", "--resume", session, "--fork-session", text],
  forkedLast: (text) => ["-p", "--continue", "--fork-session", text],
  forkedEarly: (text, session, place) => [
    ...["-p", "--resume", session, "--fork-session"],
    ...["--resume-session-at", firstAnswer(place, session), text],
  ],
  typed: (command, words) => `/unf:${command} ${words}`,
  terminal: {
    words: () => ["--permission-mode", "acceptEdits"],
    ready: /\? for shortcuts|Try "|❯/,
    enter: "\r",
    interrupt: "\x1b",
    leave: "\x03\x03",
  },
  call: (use, { project }) => {
    const at = (path: string) => join(project, path);
    switch (use.use) {
      case "write":
        return { name: "Write", input: { file_path: at(use.path), content: use.text } };
      case "read":
        return { name: "Read", input: { file_path: at(use.path) } };
      case "edit":
        return {
          name: "Edit",
          input: { file_path: at(use.path), old_string: use.from, new_string: use.to },
        };
      case "shell":
        return { name: "Bash", input: { command: use.command, description: "As scripted" } };
      case "delegate":
        return {
          name: "Agent",
          input: {
            description: "Part of it",
            prompt: use.prompt,
            subagent_type: "general-purpose",
            run_in_background: false,
          },
        };
      case "unf":
        return { name: `mcp__unf__${use.tool}`, input: use.input ?? {} };
    }
  },
};
