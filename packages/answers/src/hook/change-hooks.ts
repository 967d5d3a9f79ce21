import { type AbsPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Asker } from "../ports/asker.ts";
import { applyStep, clearAfterUninstall } from "./apply-change.ts";
import type { HookOutcome, HookVerb } from "./change-answer.ts";
import { directoriesToMake, removeMade } from "./made-directories.ts";
import { type HookStep, planChange } from "./plan-change.ts";
import type { SettingsDisk } from "./settings-disk.ts";
import type { ChangeableTarget, HookProgram, HookState } from "./state.ts";

/** The machine as a change of hooks needs it. */
export interface HookChangePorts {
  readonly disk: SettingsDisk;
  /** The program that hooks start here. */
  readonly program: HookProgram;
  /** Remembers settings files with hooks that name this program, and those with none now. */
  noteHooks(change: {
    readonly added: readonly HookedFile[];
    readonly gone: readonly HookedFile[];
  }): void;
  /** Directories that were made for such files; `undefined` where nobody remembers any. */
  readMade(): readonly AbsPath[] | undefined;
  /** Remembers these instead, before they are made and after they went. */
  noteMade(made: readonly AbsPath[]): void;
  /** The setting that turns the agent's hooks off, if one does. */
  findOffSwitch(agent: string): HookState["offBy"];
}

/** A settings file of an agent. */
export interface HookedFile {
  readonly agent: string;
  readonly file: AbsPath;
}

/**
 * Says what is to be done with the settings of each agent. `names`: those that a person named. Throws
 * `not_found` where none of the agents is on this machine.
 */
export function planHooks(
  { disk, program }: Pick<HookChangePorts, "disk" | "program">,
  verb: HookVerb,
  meant: { readonly targets: readonly ChangeableTarget[]; readonly names: readonly string[] },
): readonly HookStep[] {
  const steps = meant.targets.map((target) => planChange(disk, verb, target, program));
  if (steps.every(({ kind }) => kind === "absent")) throw noneHere(meant.names);
  return steps;
}

/**
 * Carries the steps out, or with a dry run says what would come of it. A refusal is an outcome: the others
 * are done all the same. Says what a person still has to do before the agents call hooks.
 */
export function changeHooks(
  asker: Pick<Asker, "note" | "warn">,
  ports: HookChangePorts,
  order: {
    readonly verb: HookVerb;
    readonly steps: readonly HookStep[];
    readonly isDryRun: boolean;
  },
): readonly HookOutcome[] {
  const { verb, steps, isDryRun } = order;
  const { disk } = ports;
  const made = ports.readMade();
  if (!isDryRun && verb === "install") noteWhatIsMade(ports, steps);
  const done = steps.map((step) => applyStep(disk, step, isDryRun));
  const isTakenOut = !isDryRun && verb === "uninstall";
  if (isTakenOut) for (const step of steps) clearAfterUninstall(disk, step);
  const outcomes = isTakenOut ? removeMade(disk, done, made) : done;
  if (isTakenOut && made !== undefined) ports.noteMade(made.filter(disk.isDirectory));
  if (!isDryRun) {
    const standing = outcomes
      .filter((outcome) => !outcome.target.isShared && isStanding(outcome))
      // A command that a person types starts no program.
      .filter(({ target }) => target.part?.startsWith("/") !== true)
      .map(({ target }) => ({ agent: target.settings.agent, file: target.file }));
    const [added, gone] = verb === "install" ? [standing, []] : [[], standing];
    ports.noteHooks({ added, gone });
  }
  if (verb === "install") sayWhatIsLeft(asker, ports, outcomes);
  return outcomes;
}

/** Before it is: an install that ends in the middle has made no more than is remembered. */
function noteWhatIsMade(ports: HookChangePorts, steps: readonly HookStep[]): void {
  const { disk } = ports;
  const before = ports.readMade() ?? [];
  const planned = directoriesToMake(disk, steps);
  ports.noteMade([...new Set([...before.filter(disk.isDirectory), ...planned])]);
}

function isStanding({ state }: HookOutcome): boolean {
  return state === "changed" || state === "already";
}

function sayWhatIsLeft(
  asker: Pick<Asker, "note" | "warn">,
  { findOffSwitch }: Pick<HookChangePorts, "findOffSwitch">,
  outcomes: readonly HookOutcome[],
): void {
  for (const outcome of outcomes) {
    if (!isStanding(outcome) || outcome.target.part !== undefined) continue;
    const { target, state } = outcome;
    const { agent, afterInstall, title } = target.settings;
    const offBy = findOffSwitch(agent);
    if (offBy !== undefined) {
      const where = escapeForDisplay(offBy.file);
      asker.warn(`${title} calls no hooks: ${offBy.key} in ${where} turns them off`);
    } else if (state === "changed" && afterInstall !== undefined) asker.note(afterInstall);
  }
}

function noneHere(names: readonly string[]): UnfError {
  const message =
    names.length === 0
      ? "no agent that unf knows has settings on this machine"
      : `${names.join(", ")}: no settings on this machine`;
  return new UnfError("not_found", message, { hint: "unf hook status" });
}
