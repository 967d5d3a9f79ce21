import type { AbsPath } from "@unf/core/base";
import { ownCommands, renderMarkdown } from "../companion/commands.ts";
import { ownServer } from "../companion/mcp-server.ts";
import type { Places } from "../settings/agent-settings.ts";
import { withOwnFile } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";
import { opencodePlugin } from "./plugin.ts";

const directory = (places: Places) =>
  `${namedOrInHome(places, "XDG_CONFIG_HOME", ".config")}/opencode` as AbsPath;

/** Documented in https://opencode.ai/docs/plugins and docs/commands. */
export const opencode = withOwnFile(
  {
    agent: "opencode",
    title: "OpenCode",
    directory,
    file: "plugins/unf.js",
    projectFile: ".opencode/plugins/unf.js",
    companions: [
      // Of its two files with settings, which it puts together, the one without comments.
      ownServer(
        (places) => `${directory(places)}/opencode.json` as AbsPath,
        ".opencode/opencode.json",
        {
          list: "mcp",
          entry: (command, environment) => ({ type: "local", command, enabled: true, environment }),
        },
      ),
      ...ownCommands({
        directory,
        projectDirectory: ".opencode",
        file: (name) => `commands/unf-${name}.md`,
        typed: (name) => `/unf-${name}`,
        render: (text) => renderMarkdown(text, "$ARGUMENTS"),
      }),
    ],
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
