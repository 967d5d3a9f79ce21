import type { AbsPath } from "@unf/core/base";
import { withOwnFile } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";
import { opencodePlugin } from "./plugin.ts";

/** Documented in https://opencode.ai/docs/plugins. */
export const opencode = withOwnFile(
  {
    agent: "opencode",
    title: "OpenCode",
    directory: (places) =>
      `${namedOrInHome(places, "XDG_CONFIG_HOME", ".config")}/opencode` as AbsPath,
    file: "plugins/unf.js",
    projectFile: ".opencode/plugins/unf.js",
  },
  [
    "session.created",
    "chat.message",
    "tool.execute.before",
    "tool.execute.after",
    "session.idle",
    "session.error",
    "session.deleted",
  ],
  opencodePlugin,
);
