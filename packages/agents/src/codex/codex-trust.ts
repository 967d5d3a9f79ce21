import { type AbsPath, isObject } from "@unf/core/base";
import { findHookPositions } from "../settings/plan-hooks.ts";
import { valueAt } from "../settings/value-at.ts";

/**
 * The hooks of ours that Codex would not run: a person trusts each one in `/hooks`, and Codex notes it in
 * `[hooks.state."<file>:<event>:<group>:<handler>"]` of its `config.toml`. Whether it was changed since
 * only Codex can say.
 */
export function untrustedHooks(config: unknown, file: AbsPath, text: string): readonly string[] {
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
