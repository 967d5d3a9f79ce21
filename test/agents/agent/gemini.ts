import { join } from "node:path";
import { writeJson } from "../write-json.ts";
import type { Agent } from "./agent.ts";

export const gemini: Agent = {
  name: "gemini",
  published: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    bin: "@google/gemini-cli/bundle/gemini.js",
  },
  isScript: true,
  settings: [".gemini/settings.json"],
  prepare: ({ home }) => {
    writeJson(join(home, ".gemini/settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      ui: { hideTips: true, hideBanner: true },
    });
  },
  env: ({ url }) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_MODEL: "gemini-2.5-pro",
  }),
  headless: ({ text, resumes }) => [
    ...(resumes !== undefined ? ["--resume", "latest"] : []),
    ...["--yolo", "-p", text],
  ],
  terminal: {
    words: () => ["--yolo"],
    ready: /Type your message/,
    enter: "\r",
    interrupt: "\x1b",
    leave: "\x03\x03",
  },
  call: (use, { project }) => {
    const at = (path: string) => join(project, path);
    switch (use.use) {
      case "write":
        return { name: "write_file", input: { file_path: at(use.path), content: use.text } };
      case "read":
        return { name: "read_file", input: { file_path: at(use.path) } };
      case "edit":
        return {
          name: "replace",
          input: {
            file_path: at(use.path),
            instruction: "As scripted",
            old_string: use.from,
            new_string: use.to,
          },
        };
      case "shell":
        return {
          name: "run_shell_command",
          input: { command: use.command, description: "As scripted" },
        };
      case "delegate":
        return { name: "invoke_agent", input: { agent_name: "generalist", prompt: use.prompt } };
      case "unf":
        return { name: `mcp_unf_${use.tool}`, input: use.input ?? {} };
    }
  },
};
