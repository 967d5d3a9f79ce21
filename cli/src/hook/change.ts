import {
  changeHooks,
  type HookStep,
  planHooks,
  type SettingsDisk,
  type HookVerb as Verb,
} from "@unf/answers";
import { type AbsPath, encodeUtf8, UnfError } from "@unf/core/base";
import { diffLines } from "@unf/core/lines";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderHunks } from "../diff/diff-text.ts";
import { requireYes } from "../frame/ask/confirm.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer, Chunk } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { changeAnswer } from "./change-answer.ts";
import { companionTargets } from "./companions.ts";
import type { hookFlags } from "./flags.ts";
import { noteHooks, noteMade } from "./keep-hooks.ts";
import { findOffSwitch } from "./read-state.ts";
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
  const chosen = chooseTargets(call, disk, { names, isAll: flags.all });
  // A project may have settings of agents that are not on this machine: taken out they can be all the same.
  const targets = chosen.map((target) => ({
    ...target,
    isHere: target.isHere || (verb === "uninstall" && isThere(disk, target.file)),
  }));
  const place = await world.hookPlace();
  const home = (await world.wiring()).homeDirectory(world.env);
  const ports = {
    ...{ disk, program: place.program },
    noteHooks: (change: Parameters<typeof noteHooks>[2]) => noteHooks(place, home, change),
    readMade: () => place.readNote(home)?.made,
    noteMade: (made: readonly AbsPath[]) => noteMade(place, home, made),
    findOffSwitch: (agent: string) => {
      const target = targets.find(({ settings }) => settings.agent === agent);
      return target === undefined ? undefined : findOffSwitch(disk, target);
    },
  };
  const all = targets.flatMap((target) => [target, ...companionTargets(target)]);
  const steps = planHooks(ports, verb, { targets: all, names });
  const changes = steps.filter((step) => step.kind === "change");
  await call.show(function* (view) {
    for (const step of changes) yield* renderChange(step, world.env.HOME, view);
  });
  const isDryRun = flags["dry-run"];
  if (changes.length > 0 && !isDryRun && !(await isConfirmed(call, verb, changes.length))) {
    requireYes(
      { yes: flags.yes, mayAsk: call.terminal.mayAsk, ask: world.ask },
      `Change ${countOf(changes.length, "file")} like this?`,
      "add --yes, or look first with --dry-run",
    );
  }
  const outcomes = changeHooks(call.asker, ports, { verb, steps, isDryRun });
  return changeAnswer(call, verb, outcomes);
}

/** One that cannot be read is there, and why not is said later. */
function isThere(disk: SettingsDisk, file: AbsPath): boolean {
  try {
    return disk.read(file) !== undefined;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return true;
  }
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

/** The unified diff of one settings file. */
function* renderChange(
  { target, before, after }: Extract<HookStep, { kind: "change" }>,
  userHome: string | undefined,
  view: View,
): Generator<Chunk> {
  const path = view.terminal.isForPerson ? shortenHome(target.file, userHome) : target.file;
  const name = escapeForDisplay(path);
  yield view.paint.heading(`--- ${before === undefined ? "/dev/null" : name}`);
  yield view.paint.heading(`+++ ${after === undefined ? "/dev/null" : name}`);
  const { hunks } = diffLines(bytesOf(before), bytesOf(after));
  yield* renderHunks({ path: target.file, hunks }, { hasWords: false, reveal: false }, view);
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : encodeUtf8(text);
}
