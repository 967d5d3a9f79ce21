import { groupEntry, toolUses, withHooks } from "../describe.ts";
import { inHome } from "../places.ts";

/** Documented in https://docs.factory.ai/cli/configuration/hooks-guide. */
export const droid = withHooks(
  {
    agent: "droid",
    title: "Droid",
    directory: (places) => inHome(places, ".factory"),
    file: "settings.json",
    projectFile: ".factory/settings.json",
  },
  {
    events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"],
    entry: groupEntry(toolUses),
  },
);
