import { groupEntry, toolUses, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://docs.factory.ai/cli/configuration/hooks-guide. */
export const droid = withHooks(
  {
    agent: "droid",
    title: "Droid",
    directory: (places) => inHome(places, ".factory"),
    file: "settings.json",
    projectFile: ".factory/settings.json",
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
