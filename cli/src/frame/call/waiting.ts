import type { Progress } from "@unf/protocol";
import type { FlagTable } from "../argv/flag.ts";
import { Interrupted } from "../failure/interrupted.ts";
import { groupDigits } from "../print/columns.ts";
import type { EndSignal } from "../world/world.ts";
import { openBreath } from "./breath.ts";
import type { Call } from "./command.ts";
import { openProgress, type ProgressLine } from "./progress.ts";
import type { Parting, WaitWords } from "./wait-words.ts";

/** The part of a call that a wait needs. */
export type Waiting = Pick<Call<FlagTable>, "world" | "terminal">;

/**
 * Waits for work that somebody else may do, with a line that moves. A signal ends the wait: then it is
 * said what becomes of the work. Commands of an agent end with its protocol, not with a signal.
 */
export async function whileWaiting<T>(
  { world, terminal }: Waiting,
  { verb, things, left, isReading = false }: WaitWords,
  work: (onProgress: ProgressLine["update"]) => Promise<T>,
): Promise<T> {
  using progress = openProgress({ world, terminal }, verb, things);
  const { promise: asked, resolve: end } = Promise.withResolvers<EndSignal>();
  using _ = world.servesAgent ? undefined : world.onEndAsked(end);
  let told: Progress | undefined;
  const done = work((more) => {
    told = more;
    progress.update(more);
  });
  const first = await Promise.race([
    done.then((value) => ({ value })),
    asked.then((signal) => ({ signal })),
  ]);
  if ("value" in first) return first.value;
  // Nobody waits any more, however it ends.
  done.catch(() => undefined);
  // One that is too busy to answer, and told of the work before, has it.
  const answered = isReading ? false : await hasDaemon(world);
  const isDaemons = answered ?? (told === undefined ? undefined : true);
  const { said, hint } =
    isDaemons === undefined ? unknown : left({ isDaemons, after: afterText(told, things) });
  throw new Interrupted(first.signal, said, hint);
}

/** It may have heard of the work or not. */
const unknown: Parting = {
  said: "interrupted; the daemon gives no answer, so whether it does the work is not known",
  hint: "how it is: unf status; once more: the same command",
};

/** Unit: ms. */
const answerMs = 500;

/** `undefined` where one runs and gives no answer in time. */
async function hasDaemon(world: Waiting["world"]): Promise<boolean | undefined> {
  const ask = async () => {
    const wiring = await world.wiring();
    const { daemon } = await wiring.inspectRunning(wiring.homeDirectory(world.env));
    return daemon !== undefined;
  };
  return await Promise.race([ask(), world.pause(answerMs).then(() => undefined)]);
}

/** Counts what is gone through, one unless said; a signal that asked to end in between is thrown by it. */
export type Step = (count?: number) => Promise<void> | undefined;

/** So long a step may take to end by itself. Unit: ms. */
const stepMs = 1000;

/** Goes through much in this process, with a line that moves and that a signal may end between steps. */
export async function whileStepping<T>(
  { world, terminal }: Waiting,
  { verb, things, left }: WaitWords,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  using progress = openProgress({ world, terminal }, verb, things);
  let signal: EndSignal | undefined;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  using _ = world.servesAgent
    ? undefined
    : world.onEndAsked((asked) => {
        signal = asked;
        // The work ends itself at its next step, unless it waits for something that does not come.
        void world.pause(stepMs).then(() => reject(end(asked)));
      });
  let files = 0;
  const breath = openBreath(world);
  const end = (by: EndSignal): Interrupted => {
    const after = `after ${groupDigits(files)} ${things ?? "files"}`;
    const { said, hint } = left({ isDaemons: false, after });
    return new Interrupted(by, said, hint);
  };
  const takeTurn = async (): Promise<void> => {
    await breath.take();
    if (signal !== undefined) throw end(signal);
  };
  try {
    const done = work((count = 1) => {
      files += count;
      progress.update({ phase: "scanning", files, recorded: 0, total: null });
      return breath.isDue() ? takeTurn() : undefined;
    });
    done.catch(() => undefined);
    return await Promise.race([done, ended]);
  } catch (thrown) {
    // A program that works for this one is ended by the same key, and only says that it failed.
    throw signal === undefined ? thrown : end(signal);
  }
}

function afterText(told: Progress | undefined, things = "files"): string | undefined {
  if (told === undefined) return undefined;
  const { files, total } = told;
  const of = total === null ? "" : ` of ${groupDigits(total)}`;
  return `after ${groupDigits(files)}${of} ${things}`;
}
