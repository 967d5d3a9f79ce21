import { type AbsPath, UnfError } from "@unf/core/base";
import type { HookOutcome } from "./change-answer.ts";
import type { HookStep } from "./plan-change.ts";
import type { SettingsDisk } from "./settings-disk.ts";

/** Carries a step out. A refusal is an outcome: what the others need is done all the same. */
export function applyStep(disk: SettingsDisk, step: HookStep, isDryRun: boolean): HookOutcome {
  const { target } = step;
  const nothing = { target, backup: undefined, why: undefined };
  switch (step.kind) {
    case "already":
      return { ...nothing, state: "already" };
    case "absent":
      return { ...nothing, state: "skipped", why: `${target.settings.title} is not here` };
    case "kept":
      return { ...nothing, state: "skipped", why: step.why };
    case "refused":
      return { ...nothing, state: "refused", why: step.why };
    case "change":
      if (isDryRun) return { ...nothing, state: "changed" };
      return writeStep(disk, step);
  }
}

/**
 * Takes away what an uninstall that was ended in the middle left beside a file out of which the hooks
 * are already: texts that never took its place, and the copy where it is what the file is now.
 */
export function clearAfterUninstall(disk: SettingsDisk, { kind, target }: HookStep): void {
  if (kind !== "already" && kind !== "change") return;
  disk.dropUnfinished(target.file);
  if (kind !== "already" || target.part !== undefined) return;
  try {
    disk.dropCopy(target.file);
  } catch (thrown) {
    // A copy that cannot be compared or removed is the person's to look at.
    if (!(thrown instanceof UnfError)) throw thrown;
  }
}

function writeStep(disk: SettingsDisk, step: Extract<HookStep, { kind: "change" }>): HookOutcome {
  const { target } = step;
  try {
    return { target, state: "changed", backup: write(disk, step), why: undefined };
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return { target, state: "refused", backup: undefined, why: thrown.message };
  }
}

/** Returns the copy that lies beside the file afterwards. */
function write(
  disk: SettingsDisk,
  { verb, target, before, after }: Extract<HookStep, { kind: "change" }>,
): AbsPath | undefined {
  const { file, isShared } = target;
  const isInstall = verb === "install";
  // A list of servers stands among what the agent writes all day: a copy would be old, and tell secrets.
  const hasCopy = target.part === undefined;
  const backup = isInstall && before !== undefined && hasCopy ? disk.keepCopy(file) : undefined;
  if (after === undefined) disk.remove(file, { before: before ?? "" });
  // A project's file is for everybody who has the project.
  else disk.write(file, { before, text: after, mode: isShared ? 0o644 : 0o600 });
  return isInstall || !hasCopy ? backup : disk.dropCopy(file);
}
