import { ownCommands, renderToml } from "../companion/commands.ts";
import { withServerInside } from "../companion/server-inside.ts";
import { groupEntry, timeoutSeconds, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://geminicli.com/docs/hooks and cli/custom-commands. */
// Its servers stand among the other settings.
export const gemini = withServerInside(
  withHooks(
    {
      agent: "gemini",
      title: "Gemini CLI",
      directory: (places) => inHome(places, ".gemini"),
      file: "settings.json",
      projectFile: ".gemini/settings.json",
      companions: ownCommands({
        directory: (places) => inHome(places, ".gemini"),
        projectDirectory: ".gemini",
        file: (name) => `commands/unf/${name}.toml`,
        typed: (name) => `/unf:${name}`,
        render: (text) => renderToml(text, "{{args}}"),
      }),
      offSwitches: [
        { file: undefined, format: "json", key: ["tools", "enableHooks"], off: false },
        { file: undefined, format: "json", key: ["hooksConfig", "enabled"], off: false },
        // Hooks that were switched off one by one, by their names.
        { file: undefined, format: "json", key: ["hooksConfig", "disabled"], off: "unf" },
      ],
    },
    {
      events: [
        "SessionStart",
        "BeforeAgent",
        "BeforeTool",
        "AfterTool",
        "AfterAgent",
        "SessionEnd",
      ],
      // Gemini counts milliseconds.
      entry: groupEntry(["BeforeTool", "AfterTool"], {
        name: "unf",
        timeout: timeoutSeconds * 1000,
      }),
    },
  ),
);
