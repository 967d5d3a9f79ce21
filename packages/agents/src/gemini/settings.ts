import { groupEntry, timeoutSeconds, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://geminicli.com/docs/hooks. */
export const gemini = withHooks(
  {
    agent: "gemini",
    title: "Gemini CLI",
    directory: (places) => inHome(places, ".gemini"),
    file: "settings.json",
    projectFile: ".gemini/settings.json",
    offSwitches: [
      { file: undefined, format: "json", key: ["tools", "enableHooks"], off: false },
      { file: undefined, format: "json", key: ["hooksConfig", "enabled"], off: false },
      // Hooks that were switched off one by one, by their names.
      { file: undefined, format: "json", key: ["hooksConfig", "disabled"], off: "unf" },
    ],
  },
  {
    events: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"],
    // Gemini counts milliseconds.
    entry: groupEntry(["BeforeTool", "AfterTool"], {
      name: "unf",
      timeout: timeoutSeconds * 1000,
    }),
  },
);
