import { join } from "node:path";
import process from "node:process";
import { writeJson } from "../write-json.ts";
import type { Agent } from "./agent.ts";

export const opencode: Agent = {
  name: "opencode",
  published: {
    package: "opencode-ai",
    version: "1.18.33",
    bin: `opencode-linux-${process.arch}/bin/opencode`,
  },
  settings: [".config/opencode/plugins/unf.js", ".config/opencode/opencode.json"],
  prepare: ({ home, url }) => {
    writeJson(join(home, ".config/opencode/opencode.json"), {
      model: "scripted/scripted",
      small_model: "scripted/scripted",
      autoupdate: false,
      share: "disabled",
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options: { baseURL: `${url}/v1`, apiKey: "none" },
          models: {
            scripted: { name: "Scripted", tool_call: true, limit: { context: 1e6, output: 8192 } },
          },
        },
      },
      permission: { "*": "allow" },
    });
  },
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  }),
  headless: ({ text, resumes }) => ["run", ...(resumes !== undefined ? ["--continue"] : []), text],
  forked: (text, session) => ["run", "--session", session, "--fork", text],
  forkedLast: (text) => ["run", "--continue", "--fork", text],
  terminal: {
    words: () => [],
    ready: /Ask anything|ctrl\+p/,
    enter: "\r",
    interrupt: "\x1b",
    asksAgain: /again to interrupt/,
    leave: "\x03",
  },
  call: (use, { project }) => {
    const at = (path: string) => join(project, path);
    switch (use.use) {
      case "write":
        return { name: "write", input: { filePath: at(use.path), content: use.text } };
      case "read":
        return { name: "read", input: { filePath: at(use.path) } };
      case "edit":
        return {
          name: "edit",
          input: { filePath: at(use.path), oldString: use.from, newString: use.to },
        };
      case "shell":
        return {
          name: "bash",
          input: { command: use.command, description: "As scripted", timeout: 600_000 },
        };
      case "delegate":
        return {
          name: "task",
          input: { description: "Part of it", prompt: use.prompt, subagent_type: "general" },
        };
      case "unf":
        return { name: `unf_${use.tool}`, input: use.input ?? {} };
    }
  },
};
