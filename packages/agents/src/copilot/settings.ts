import type { AbsPath } from "@unf/core/base";
import { ownServer } from "../companion/mcp-server.ts";
import { timeoutSeconds, withHooks } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";

/** Documented in https://docs.github.com/en/copilot/reference/hooks-reference. */
export const copilot = withHooks(
  {
    agent: "copilot",
    title: "GitHub Copilot CLI",
    directory: (places) => namedOrInHome(places, "COPILOT_HOME", ".copilot"),
    file: "hooks/unf.json",
    projectFile: ".github/hooks/unf.json",
    lacks: ["no place for commands of unf: ask in words"],
    companions: [
      ownServer(
        (places) =>
          `${namedOrInHome(places, "COPILOT_HOME", ".copilot")}/mcp-config.json` as AbsPath,
        undefined,
        {
          entry: ([command, ...args], env) => ({ type: "local", command, args, env, tools: ["*"] }),
        },
      ),
    ],
    offSwitches: [
      { file: undefined, format: "json", key: ["disableAllHooks"], off: true },
      {
        file: (places) =>
          `${namedOrInHome(places, "COPILOT_HOME", ".copilot")}/settings.json` as AbsPath,
        format: "json",
        key: ["disableAllHooks"],
        off: true,
      },
    ],
  },
  {
    events: [
      "sessionStart",
      "userPromptSubmitted",
      "preToolUse",
      "postToolUse",
      "postToolUseFailure",
      "agentStop",
      "sessionEnd",
    ],
    // Copilot's payload does not name its event.
    entry: (event, { shell, powerShell }) => ({
      type: "command",
      bash: shell,
      powershell: powerShell,
      env: { UNF_HOOK_EVENT: event },
      timeoutSec: timeoutSeconds,
    }),
    beside: { version: 1 },
  },
);
