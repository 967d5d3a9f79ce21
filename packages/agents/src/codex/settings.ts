import { type AbsPath, isObject } from "@unf/core/base";
import { ownTomlServer } from "../companion/toml-server.ts";
import type { Places } from "../settings/agent-settings.ts";
import { groupEntry, timeoutSeconds, toolUses, withHooks } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";
import { findHookPositions } from "../settings/plan-hooks.ts";
import { valueAt } from "../settings/value-at.ts";

const codexConfig = (places: Places): AbsPath =>
  `${namedOrInHome(places, "CODEX_HOME", ".codex")}/config.toml` as AbsPath;

/** Documented in https://developers.openai.com/codex/hooks. */
export const codex = withHooks(
  {
    agent: "codex",
    title: "Codex CLI",
    directory: (places) => namedOrInHome(places, "CODEX_HOME", ".codex"),
    file: "hooks.json",
    projectFile: ".codex/hooks.json",
    // Hooks are on unless switched off; the second key is the older name of the first.
    offSwitches: ["hooks", "codex_hooks"].map((name) => ({
      file: codexConfig,
      format: "toml",
      key: ["features", name],
      off: false,
    })),
    lacks: ["no place for commands of others that lasts: ask in words"],
    companions: [ownTomlServer(codexConfig, ".codex/config.toml")],
    trust: { file: codexConfig, format: "toml", missing: untrustedHooks },
    afterInstall: "Codex runs new hooks only once you trust them: type /hooks in Codex",
  },
  {
    events: [
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Stop",
      "Interrupt",
      "SessionEnd",
    ],
    // Codex gives the last one 3 s at most, and says so at every start where more is asked for.
    entry: (event, commands) =>
      groupEntry(toolUses, { timeout: event === "SessionEnd" ? 3 : timeoutSeconds })(
        event,
        commands,
      ),
  },
);

/**
 * The hooks of ours that Codex would not run: a person trusts each one in `/hooks`, and Codex notes it in
 * `[hooks.state."<file>:<event>:<group>:<handler>"]` of its `config.toml`. Whether it was changed since
 * only Codex can say.
 */
function untrustedHooks(config: unknown, file: AbsPath, text: string): readonly string[] {
  const state = valueAt(config, ["hooks", "state"]);
  return findHookPositions(text)
    .map(({ event, group, handler }) => `${file}:${snakeCase(event)}:${group}:${handler}`)
    .filter((key) => {
      const entry = isObject(state) ? state[key] : undefined;
      return !isObject(entry) || typeof entry.trusted_hash !== "string" || entry.enabled === false;
    });
}

function snakeCase(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
