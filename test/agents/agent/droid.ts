import { join } from "node:path";
import process from "node:process";
import { writeJson } from "../write-json.ts";
import type { Agent } from "./agent.ts";

const model = "custom:Scripted-0";

export const droid: Agent = {
  name: "droid",
  published: {
    package: `@factory/cli-linux-${process.arch}`,
    version: "0.225.2",
    bin: `@factory/cli-linux-${process.arch}/bin/droid`,
  },
  settings: [".factory/settings.json", ".factory/mcp.json"],
  prepare: ({ home, url }) => {
    writeJson(join(home, ".factory/settings.json"), {
      model,
      enableDroidShield: false,
      customModels: [
        {
          ...{ model: "scripted", id: model, index: 0, displayName: "Scripted" },
          ...{ baseUrl: `${url}/v1`, apiKey: "none", maxOutputTokens: 8192 },
          provider: "generic-chat-completion-api",
        },
      ],
    });
  },
  env: () => ({ FACTORY_API_KEY: "fk-none", FACTORY_DROID_AUTO_UPDATE_ENABLED: "false" }),
  tellsNoPrompt: true,
  // A session is resumed, and a sub-agent run, by a service of its own that wants an account.
  startsAnew: true,
  headless: ({ text }) => ["exec", "--skip-permissions-unsafe", "-m", model, text],
  call: (use, { project }) => {
    const at = (path: string) => join(project, path);
    switch (use.use) {
      case "write":
        return { name: "Create", input: { file_path: at(use.path), content: use.text } };
      case "read":
        return { name: "Read", input: { file_path: at(use.path) } };
      case "edit":
        return {
          name: "Edit",
          input: { file_path: at(use.path), old_str: use.from, new_str: use.to },
        };
      case "shell":
        return {
          name: "Execute",
          input: {
            command: use.command,
            ...{ summary: "As scripted", timeout: 600 },
            riskLevel: "low",
            riskLevelReason: "As scripted",
          },
        };
      case "delegate":
        return undefined;
      case "unf":
        return { name: `unf___${use.tool}`, input: use.input ?? {} };
    }
  },
};
