import type { AbsPath } from "@unf/core/base";
import { groupEntry, toolUses, withHooks } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";

/** Documented in https://code.claude.com/docs/en/hooks. */
export const claudeCode = withHooks(
  {
    agent: "claude-code",
    title: "Claude Code",
    directory: (places) => namedOrInHome(places, "CLAUDE_CONFIG_DIR", ".claude"),
    file: "settings.json",
    projectFile: ".claude/settings.json",
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
