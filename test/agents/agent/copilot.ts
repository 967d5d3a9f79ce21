import { join } from "node:path";
import process from "node:process";
import { writeJson } from "../write-json.ts";
import type { Agent } from "./agent.ts";

export const copilot: Agent = {
  name: "copilot",
  published: {
    package: "@github/copilot",
    version: "1.0.102",
    bin: `@github/copilot-linux-${process.arch}/copilot`,
  },
  settings: [".copilot/hooks/unf.json", ".copilot/mcp-config.json"],
  prepare: ({ home, project }) => {
    writeJson(join(home, ".copilot/config.json"), { trusted_folders: [project], banner: "never" });
  },
  env: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  }),
  headless: ({ text, resumes }) => [
    ...(resumes !== undefined ? ["--continue"] : []),
    ...["--allow-all-tools", "--allow-all-paths", "-p", text],
  ],
  terminal: {
    words: () => ["--allow-all-tools", "--allow-all-paths"],
    ready: /\? help/,
    enter: "\r",
    interrupt: "\x1b",
    asksAgain: /again to interrupt/,
    leave: "\x03\x03",
  },
  call: (use, { project }) => {
    const at = (path: string) => join(project, path);
    switch (use.use) {
      case "write":
        return use.over === undefined
          ? { name: "create", input: { path: at(use.path), file_text: use.text } }
          : {
              name: "edit",
              input: { path: at(use.path), old_str: use.over, new_str: use.text },
            };
      case "read":
        return { name: "view", input: { path: at(use.path) } };
      case "edit":
        return {
          name: "edit",
          input: { path: at(use.path), old_str: use.from, new_str: use.to },
        };
      case "shell":
        return {
          name: "bash",
          input: { command: use.command, description: "As scripted", mode: "sync" },
        };
      case "delegate":
        return {
          name: "task",
          input: {
            ...{ name: "part", description: "Part of it", prompt: use.prompt },
            ...{ agent_type: "general-purpose", mode: "sync" },
          },
        };
      case "unf":
        return { name: `unf-${use.tool}`, input: use.input ?? {} };
    }
  },
};
