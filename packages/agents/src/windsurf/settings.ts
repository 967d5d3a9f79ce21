import { withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://docs.windsurf.com/windsurf/cascade/hooks. */
export const windsurf = withHooks(
  {
    agent: "windsurf",
    title: "Windsurf",
    directory: (places) => inHome(places, ".codeium/windsurf"),
    file: "hooks.json",
    projectFile: ".windsurf/hooks.json",
    lacks: [
      "no commands of unf: ask in words",
      "MCP server by hand: ~/.codeium/windsurf/mcp_config.json (docs/guide/mcp.md)",
    ],
  },
  {
    events: [
      "pre_user_prompt",
      "pre_write_code",
      "post_write_code",
      "pre_run_command",
      "post_run_command",
      "pre_mcp_tool_use",
      "post_mcp_tool_use",
      "post_cascade_response",
    ],
    entry: (_event, { shell }) => ({ command: shell, show_output: false }),
  },
);
