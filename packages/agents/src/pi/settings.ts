import { withOwnFile } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";
import { piExtension } from "./extension.ts";

/** Documented in docs/extensions.md of its package. */
export const pi = withOwnFile(
  {
    agent: "pi",
    title: "pi",
    directory: (places) => namedOrInHome(places, "PI_CODING_AGENT_DIR", ".pi/agent"),
    file: "extensions/unf.ts",
    projectFile: ".pi/extensions/unf.ts",
    lacks: ["no MCP"],
  },
  [
    "session_start",
    "before_agent_start",
    "tool_call",
    "tool_result",
    "agent_end",
    "session_shutdown",
  ],
  piExtension,
);
