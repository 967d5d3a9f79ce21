import { ownCommands, renderMarkdown } from "../companion/commands.ts";
import { ownServer } from "../companion/mcp-server.ts";
import { groupEntry, toolUses, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://docs.factory.ai/cli/configuration/hooks-guide and custom-slash-commands. */
export const droid = withHooks(
  {
    agent: "droid",
    title: "Droid",
    directory: (places) => inHome(places, ".factory"),
    file: "settings.json",
    projectFile: ".factory/settings.json",
    companions: [
      ownServer((places) => inHome(places, ".factory/mcp.json"), ".factory/mcp.json", {
        entry: ([command, ...args], env) => ({
          type: "stdio",
          command,
          args,
          env,
          disabled: false,
        }),
      }),
      ...ownCommands({
        directory: (places) => inHome(places, ".factory"),
        projectDirectory: ".factory",
        // Older ones look for commands in this directory alone, and not below it.
        file: (name) => `commands/unf-${name}.md`,
        typed: (name) => `/unf-${name}`,
        render: (text) =>
          renderMarkdown(text, "$ARGUMENTS", [`argument-hint: ${JSON.stringify(text.hint)}`]),
      }),
    ],
    offSwitches: [["hooks", "hooksDisabled"], ["hooksDisabled"]].map((key) => ({
      file: undefined,
      format: "json",
      key,
      off: true,
    })),
  },
  {
    events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"],
    entry: groupEntry(toolUses),
  },
);
