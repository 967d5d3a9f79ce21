import { ownCommands, renderPlain } from "../companion/commands.ts";
import { ownServer } from "../companion/mcp-server.ts";
import { timeoutSeconds, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://cursor.com/docs/agent/hooks and docs/mcp. */
export const cursor = withHooks(
  {
    agent: "cursor",
    title: "Cursor",
    directory: (places) => inHome(places, ".cursor"),
    file: "hooks.json",
    projectFile: ".cursor/hooks.json",
    companions: [
      ownServer((places) => inHome(places, ".cursor/mcp.json"), ".cursor/mcp.json"),
      ...ownCommands({
        directory: (places) => inHome(places, ".cursor"),
        projectDirectory: ".cursor",
        file: (name) => `commands/unf-${name}.md`,
        typed: (name) => `/unf-${name}`,
        render: renderPlain,
      }),
    ],
  },
  {
    events: [
      "sessionStart",
      "beforeSubmitPrompt",
      "preToolUse",
      "postToolUse",
      "postToolUseFailure",
      "afterFileEdit",
      "stop",
      "sessionEnd",
    ],
    entry: (_event, { shell }) => ({ command: shell, timeout: timeoutSeconds }),
    beside: { version: 1 },
  },
);
