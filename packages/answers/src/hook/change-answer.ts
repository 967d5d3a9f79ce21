import type { AbsPath } from "@unf/core/base";
import { pathFields } from "../parts/path-fields.ts";
import type { HookChangeAnswer, HookChangedAnswer } from "./shape.ts";
import type { ChangeableTarget } from "./state.ts";

/** What is done with hooks. */
export type HookVerb = HookChangeAnswer["action"];

/** What became of one agent's settings. */
export interface HookOutcome {
  readonly target: ChangeableTarget;
  readonly state: "changed" | "already" | "skipped" | "refused";
  /** The copy of what was there before, where there is one. */
  readonly backup: AbsPath | undefined;
  /** Why nothing was done. */
  readonly why: string | undefined;
}

/** What became of each agent's settings, or with a dry run would. */
export function hookChangeAnswer(
  verb: HookVerb,
  outcomes: readonly HookOutcome[],
  isDryRun: boolean,
): HookChangeAnswer {
  return {
    action: verb,
    dry_run: isDryRun,
    agents: outcomes.map(({ target, state, backup, why }) => ({
      agent: target.settings.agent,
      state: hookStateWord(verb, state),
      ...pathFields("file", target.file),
      backup: backup ?? null,
      events: [...target.settings.events],
      why: why ?? null,
    })),
  };
}

export function hookStateWord(
  verb: HookVerb,
  state: HookOutcome["state"],
): HookChangedAnswer["state"] {
  if (state === "changed") return verb === "install" ? "installed" : "removed";
  if (state === "already") return verb === "install" ? "already" : "not_installed";
  return state;
}
