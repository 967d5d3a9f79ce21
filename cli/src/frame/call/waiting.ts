import type { Progress } from "@unf/protocol";
import type { FlagTable } from "../argv/flag.ts";
import { Interrupted } from "../failure/interrupted.ts";
import { groupDigits } from "../print/columns.ts";
import type { EndSignal } from "../world/world.ts";
import type { Call } from "./command.ts";
import { openProgress, type ProgressLine } from "./progress.ts";

/** A wait of a command, and what is said where a signal ends it. */
export interface WaitWords {
  /** Shown before the count. */
  readonly verb: string;
  /** The things that are counted; files unless said. */
  readonly things?: string;
  readonly left: (left: LeftWait) => Parting;
  /** Nothing comes of it that a daemon could go on with. */
  readonly isReading?: boolean;
}

/** How far a wait was when it was ended. */
export interface LeftWait {
  /** True where a daemon has the work, and goes on with it. */
  readonly isDaemons: boolean;
  /** `after 12 of 30 files`; `undefined` before anything was told. */
  readonly after: string | undefined;
}

/** The part that is done and the part that is not, and the ways on. */
export interface Parting {
  readonly said: string;
  readonly hint: string;
}

type Waiting = Pick<Call<FlagTable>, "world" | "terminal">;

/** Work that only reads: of that nothing is left behind. */
export function reading(verb: string, things: string, hint: string): WaitWords {
  const left = () => ({ said: "interrupted; nothing was changed", hint });
  return { verb, things, left, isReading: true };
}

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
  const isDaemons = isReading ? false : await hasDaemon(world);
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
  const wiring = await world.wiring();
  const asked = wiring.inspectRunning(wiring.homeDirectory(world.env));
  const late = world.pause(answerMs).then(() => undefined);
  return await Promise.race([asked.then(({ daemon }) => daemon !== undefined), late]);
}

/** Counts what is gone through, one unless said; a signal that asked to end in between is thrown by it. */
export type Step = (count?: number) => Promise<void> | undefined;

/** So long work goes on before others have a turn, a signal among them. Unit: ms. */
const turnMs = 50;

/** Goes through much in this process, with a line that moves and that a signal may end between steps. */
export async function whileStepping<T>(
  { world, terminal }: Waiting,
  { verb, things, left }: WaitWords,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  using progress = openProgress({ world, terminal }, verb, things);
  let signal: EndSignal | undefined;
  using _ = world.servesAgent
    ? undefined
    : world.onEndAsked((asked) => {
        signal = asked;
      });
  let files = 0;
  let turnAt = world.now();
  const end = (by: EndSignal): Interrupted => {
    const after = `after ${groupDigits(files)} ${things ?? "files"}`;
    const { said, hint } = left({ isDaemons: false, after });
    return new Interrupted(by, said, hint);
  };
  const takeTurn = async (): Promise<void> => {
    await world.pause(0);
    turnAt = world.now();
    if (signal !== undefined) throw end(signal);
  };
  try {
    return await work((count = 1) => {
      files += count;
      progress.update({ phase: "scanning", files, recorded: 0, total: null });
      const now = world.now();
      return now - turnAt < turnMs && now >= turnAt ? undefined : takeTurn();
    });
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
