import type { AbsPath } from "@unf/core/base";
import type { Places } from "../settings/agent-settings.ts";
import { groupEntry, timeoutSeconds, toolUses, withHooks } from "../settings/describe.ts";
import { namedOrInHome } from "../settings/places.ts";
import { untrustedHooks } from "./codex-trust.ts";

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
