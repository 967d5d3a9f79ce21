import { UnfError } from "@unf/core/base";
import type { HookVerb } from "./change-answer.ts";
import type { SettingsDisk } from "./settings-disk.ts";
import type { ChangeableTarget, HookProgram } from "./state.ts";

/** The change of one agent's settings, before it is made. */
export type HookStep = { readonly target: ChangeableTarget } & (
  | {
      readonly kind: "change";
      readonly verb: HookVerb;
      /** `undefined`: there is no file; after: it goes. */
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  /** It is as it should be. */
  | { readonly kind: "already" }
  /** It is the person's by now, and is left. */
  | { readonly kind: "kept"; readonly why: string }
  /** The agent is not on this machine. */
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly why: string }
);

/**
 * Reads the settings and says what is to be done; nothing is written. `program`: what the hooks are to
 * start; settings that others share name none.
 */
export function planChange(
  disk: SettingsDisk,
  verb: HookVerb,
  target: ChangeableTarget,
  program: HookProgram,
): HookStep {
  if (!target.isHere) return { kind: "absent", target };
  try {
    const text = disk.read(target.file);
    const step =
      verb === "install"
        ? planInstall(target, text, target.isShared ? undefined : program)
        : planUninstall(target, text);
    if (step.kind === "change") disk.checkWritable(target.file);
    return step;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return { kind: "refused", target, why: thrown.message };
  }
}

function planInstall(
  target: ChangeableTarget,
  before: string | undefined,
  program: HookProgram | undefined,
): HookStep {
  const { settings, file } = target;
  const plan = settings.planInstall(before, program);
  if (plan.kind === "refused") return { kind: "refused", target, why: `${file}: ${plan.why}` };
  if (plan.kind === "already") return { kind: "already", target };
  return { kind: "change", verb: "install", target, before, after: plan.text };
}

function planUninstall(target: ChangeableTarget, before: string | undefined): HookStep {
  if (before === undefined) return { kind: "already", target };
  const plan = target.settings.planUninstall(before);
  if (plan.kind === "refused" || plan.kind === "kept")
    return { kind: plan.kind, target, why: `${target.file}: ${plan.why}` };
  if (plan.kind === "already") return { kind: "already", target };
  return { kind: "change", verb: "uninstall", target, before, after: plan.text };
}
