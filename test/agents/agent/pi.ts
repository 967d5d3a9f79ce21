import { join } from "node:path";
import { writeJson } from "../write-json.ts";
import type { Agent } from "./agent.ts";

export const pi: Agent = {
  name: "pi",
  published: {
    package: "@earendil-works/pi-coding-agent",
    version: "0.87.1",
    bin: "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
  },
  isScript: true,
  settings: [".pi/agent/extensions/unf.ts", ".pi/agent/settings.json"],
  prepare: ({ home, url }) => {
    writeJson(join(home, ".pi/agent/settings.json"), {
      defaultProvider: "scripted",
      defaultModel: "scripted",
      // So that a conversation of a few words can be compacted.
      compaction: { keepRecentTokens: 1 },
    });
    writeJson(join(home, ".pi/agent/models.json"), {
      providers: {
        scripted: {
          baseUrl: `${url}/v1`,
          api: "openai-completions",
          apiKey: "none",
          models: [
            {
              ...{ id: "scripted", name: "Scripted", reasoning: false, input: ["text"] },
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              ...{ contextWindow: 1_000_000, maxTokens: 8192 },
            },
          ],
        },
      },
    });
  },
  env: () => ({ PI_OFFLINE: "1", PI_TELEMETRY: "0" }),
  headless: ({ text, resumes }) => ["-p", ...(resumes !== undefined ? ["--continue"] : []), text],
  forked: (text, session) => ["-p", "--fork", session, text],
  terminal: {
    words: () => [],
    ready: /scripted/,
    enter: "\r",
    interrupt: "\x1b",
    leave: "\x04",
  },
  // It has neither sub-agents nor MCP.
  call: (use) => {
    switch (use.use) {
      case "write":
        return { name: "write", input: { path: use.path, content: use.text } };
      case "read":
        return { name: "read", input: { path: use.path } };
      case "edit":
        return {
          name: "edit",
          input: { path: use.path, edits: [{ oldText: use.from, newText: use.to }] },
        };
      case "shell":
        return { name: "bash", input: { command: use.command } };
      default:
        return undefined;
    }
  },
};
