import { Interrupted } from "../failure/interrupted.ts";
import type { Pager, World } from "../world/world.ts";
import { openBreath } from "./breath.ts";
import { openLateLine } from "./late-line.ts";
import { takeLine } from "./standing-line.ts";
import { reading, type WaitWords } from "./wait-words.ts";
import type { Waiting } from "./waiting.ts";

/**
 * The answer of a command, for which somebody speaks while it is not there: a line that moves, and words
 * where a signal ends it. As soon as the command hears signals of its own, or asks a person, that is over.
 * `work`: may give others a turn in the middle of what takes long, and sees this world.
 */
export async function attended<T>(
  words: WaitWords | null | undefined,
  waiting: Waiting,
  work: (breathe: () => Promise<void>, world: World) => Promise<T>,
): Promise<T> {
  using attention = openAttention(waiting, words);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  attention.onEnd(reject);
  const done = work(attention.breathe, attention.world);
  // Nobody waits any more for what was left.
  done.catch(() => undefined);
  return await Promise.race([done, ended]);
}

interface Attention extends Disposable {
  readonly world: World;
  readonly breathe: () => Promise<void>;
  onEnd(end: (by: Interrupted) => void): void;
}

/** Words for a command that has none of its own. */
const justReading: WaitWords = reading(
  "Reading",
  "versions",
  "less to read: name paths, or add --since",
);

/** So long a command is left to itself: a signal ends it then as any program. Unit: ms. */
const quietMs = 100;

/** `words`: `null` for a command that hears signals itself from its begin to its end. */
function openAttention(
  { world, terminal }: Waiting,
  words: WaitWords | null = justReading,
): Attention {
  let asked: Interrupted | undefined;
  let end: (by: Interrupted) => void = () => undefined;
  let hearing: Disposable | undefined;
  let isSilent = words === null || world.servesAgent;
  const openLine = () =>
    words === null || isSilent ? undefined : openLateLine({ world, terminal }, words.verb);
  let line = openLine();
  const hear = (): void => {
    if (isSilent || words === null) return;
    hearing ??= world.onEndAsked((signal) => {
      const { said, hint } = words.left({ isDaemons: false, after: undefined });
      asked = new Interrupted(signal, said, hint);
      end(asked);
    });
  };
  const waiting = isSilent
    ? undefined
    : world.every(quietMs, () => {
        hear();
        void line?.show();
      });
  const letGo = (): void => {
    hearing?.[Symbol.dispose]();
    hearing = undefined;
  };
  const stepBack = (): void => {
    isSilent = true;
    letGo();
  };
  const leave = (): void => {
    stepBack();
    waiting?.[Symbol.dispose]();
    line?.[Symbol.dispose]();
  };
  const ask: World["ask"] = (question) => {
    letGo();
    line?.[Symbol.dispose]();
    // An answer leads to more than reading.
    if (words?.isReading === true) stepBack();
    try {
      return world.ask(question);
    } finally {
      line = openLine();
    }
  };
  const breath = openBreath(world);
  return {
    world: { ...world, ...heardBy(world, stepBack), ...shownBy(world, leave), ask },
    breathe: async () => {
      if (!breath.isDue()) return;
      hear();
      await breath.take();
      if (asked !== undefined) throw asked;
    },
    onEnd: (tell) => {
      end = tell;
    },
    [Symbol.dispose]: leave,
  };
}

/** A command that hears signals itself is not spoken for any more. */
function heardBy(
  world: World,
  stepBack: () => void,
): Pick<World, "interrupted" | "endAsked" | "onEndAsked"> {
  // In this order: a signal that nobody hears in between would end the program without a word.
  const handOver = <T>(hear: () => T): T => {
    const heard = hear();
    stepBack();
    return heard;
  };
  return {
    interrupted: () => handOver(() => world.interrupted()),
    endAsked: () => handOver(() => world.endAsked()),
    onEndAsked: (tell) => handOver(() => world.onEndAsked(tell)),
  };
}

/** Programs that have the terminal: nothing of ours moves on it meanwhile. */
function shownBy(
  world: World,
  leave: () => void,
): Pick<World, "startPager" | "runProgram" | "startChild"> {
  return {
    startPager: async (argv) => {
      const place = takeLine(world.stderr);
      const pager = await world.startPager(argv);
      if (pager === undefined) place[Symbol.dispose]();
      return pager && untilClosed(pager, place);
    },
    runProgram: (argv) => {
      leave();
      return world.runProgram(argv);
    },
    startChild: (argv, variables) => {
      leave();
      return world.startChild(argv, variables);
    },
  };
}

function untilClosed(pager: Pager, place: Disposable): Pager {
  return {
    write: (content) => pager.write(content),
    close: async () => {
      await pager.close();
      place[Symbol.dispose]();
    },
  };
}
