import type { AbsPath } from "@unf/core/base";
import { ownCommands, renderMarkdown } from "../companion/commands.ts";
import { ownServer } from "../companion/mcp-server.ts";
import type { Places } from "../settings/agent-settings.ts";
import { groupEntry, toolUses, withHooks } from "../settings/describe.ts";
import { inHome, namedOrInHome } from "../settings/places.ts";

const directory = (places: Places) => namedOrInHome(places, "CLAUDE_CONFIG_DIR", ".claude");

/** Documented in https://code.claude.com/docs/en/hooks, slash-commands and mcp. */
export const claudeCode = withHooks(
  {
    agent: "claude-code",
    title: "Claude Code",
    directory,
    file: "settings.json",
    projectFile: ".claude/settings.json",
    companions: [
      // In its directory only where that was moved.
      ownServer(
        (places) =>
          directory(places) === inHome(places, ".claude")
            ? inHome(places, ".claude.json")
            : (`${directory(places)}/.claude.json` as AbsPath),
        ".mcp.json",
      ),
      ...ownCommands({
        directory,
        projectDirectory: ".claude",
        file: (name) => `commands/unf/${name}.md`,
        typed: (name) => `/unf:${name}`,
        render: (text) =>
          renderMarkdown(text, "$ARGUMENTS", [
            `argument-hint: ${JSON.stringify(text.hint)}`,
            `allowed-tools: ${text.looks.map((tool) => `mcp__unf__${tool}`).join(", ")}`,
          ]),
      }),
    ],
    offSwitches: [
      { file: undefined, format: "json", key: ["disableAllHooks"], off: true },
      // Of whoever runs this machine.
      ...["disableAllHooks", "allowManagedHooksOnly"].map((name) => ({
        file: () => "/etc/claude-code/managed-settings.json" as AbsPath,
        format: "json" as const,
        key: [name],
        off: true,
      })),
    ],
  },
  {
    events: [
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "Stop",
      "SessionEnd",
    ],
    entry: groupEntry(toolUses),
  },
);
