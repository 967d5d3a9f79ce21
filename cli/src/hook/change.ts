import type { HookVerb as Verb } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { requireYes } from "../frame/ask/confirm.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { HookPlace } from "../frame/world/hook-place.ts";
import type { SettingsDisk } from "../frame/world/settings-disk.ts";
import { applyStep, type Outcome } from "./apply-change.ts";
import { changeAnswer } from "./change-answer.ts";
import type { hookFlags } from "./flags.ts";
import { noteHooks } from "./keep-hooks.ts";
import { planChange } from "./plan-change.ts";
import { findOffSwitch } from "./read-state.ts";
import { renderChange } from "./render-change.ts";
import { chooseTargets } from "./targets.ts";

/** Shows what an install or uninstall changes, asks, does it and says what came of it. */
export async function change(
  call: Call<typeof hookFlags>,
  verb: Verb,
  names: readonly string[],
): Promise<Answer> {
  const { flags, world } = call;
  if (names.length === 0 && !flags.all) {
    throw new UnfError("usage", `which agent's hooks should unf ${verb}?`, {
      hint: `name it, or say unf hook ${verb} --all`,
    });
  }
  const disk = await world.settingsDisk();
  const targets = chooseTargets(call, disk, { names, isAll: flags.all });
  const place = await world.hookPlace();
  const steps = targets.map((target) => planChange(disk, verb, target, place.program));
  if (steps.every(({ kind }) => kind === "absent")) throw noneHere(names);
  const changes = steps.filter((step) => step.kind === "change");
  await call.show(function* (view) {
    for (const step of changes) yield* renderChange(step, world.env.HOME, view);
  });
  if (changes.length > 0 && !flags["dry-run"] && !(await isConfirmed(call, verb, changes.length))) {
    requireYes(
      { yes: flags.yes, mayAsk: call.terminal.mayAsk, ask: world.ask },
      `Change ${countOf(changes.length, "file")} like this?`,
      "add --yes, or look first with --dry-run",
    );
  }
  const outcomes = steps.map((step) => applyStep(disk, step, flags["dry-run"]));
  if (!flags["dry-run"]) await note(call, place, verb, outcomes);
  if (verb === "install") sayWhatIsLeft(call, disk, outcomes);
  return changeAnswer(call, verb, outcomes);
}

/** Remembers where hooks name this program, so that they still find it after an upgrade. */
async function note(
  { world }: Call<typeof hookFlags>,
  place: HookPlace,
  verb: Verb,
  outcomes: readonly Outcome[],
): Promise<void> {
  const standing = outcomes
    .filter(({ target, state }) => !target.isShared && (state === "changed" || state === "already"))
    .map(({ target }) => ({ agent: target.settings.agent, file: target.file }));
  const [added, gone] = verb === "install" ? [standing, []] : [[], standing];
  noteHooks(place, (await world.wiring()).homeDirectory(world.env), { added, gone });
}

/** Without its hooks nobody knows any more what an agent changes, so none may take them out. */
async function isConfirmed(
  call: Call<typeof hookFlags>,
  verb: Verb,
  count: number,
): Promise<boolean> {
  if (verb === "install") return false;
  return requirePerson(call, {
    ...{ matter: "recording", deed: "take hooks out", typed: "uninstall", isOfUser: true },
    question: `Change ${countOf(count, "file")} like this?`,
  });
}

/** What a person still has to do before the agent calls us. */
function sayWhatIsLeft(
  call: Call<typeof hookFlags>,
  disk: SettingsDisk,
  outcomes: readonly Outcome[],
): void {
  for (const { state, target } of outcomes) {
    if (state !== "changed" && state !== "already") continue;
    const { afterInstall, title } = target.settings;
    const offBy = findOffSwitch(disk, target);
    if (offBy !== undefined) {
      const where = escapeForDisplay(offBy.file);
      call.warn(`${title} calls no hooks: ${offBy.key} in ${where} turns them off`);
    } else if (state === "changed" && afterInstall !== undefined) call.note(afterInstall);
  }
}

function noneHere(names: readonly string[]): UnfError {
  const message =
    names.length === 0
      ? "no agent that unf knows has settings on this machine"
      : `${names.join(", ")}: no settings on this machine`;
  return new UnfError("not_found", message, { hint: "unf hook status" });
}
