import type { AbsPath } from "@unf/core/base";
import { pathFields } from "../parts/path-fields.ts";
import type { HookChangeAnswer, HookChangedAnswer } from "./shape.ts";
import type { ChangeableTarget } from "./state.ts";

/** Work on hooks. */
export type HookVerb = HookChangeAnswer["action"];

/** Outcome for one agent's settings. */
export interface HookOutcome {
  readonly target: ChangeableTarget;
  readonly state: "changed" | "already" | "skipped" | "refused";
  /** The copy of what was there before, where there is one. */
  readonly backup: AbsPath | undefined;
  /** Why nothing was done. */
  readonly why: string | undefined;
}

/** The answer on each agent's settings, changed or with a dry run to be changed. */
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
      part: target.part ?? "hooks",
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
