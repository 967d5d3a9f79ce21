import type { ProgressLine } from "./progress.ts";
import { takeLine } from "./standing-line.ts";
import type { Waiting } from "./waiting.ts";

/** The line of a wait of which nothing is told but that it goes on. */
export interface LateLine extends Disposable {
  /** Called once the wait has lasted: only then the program that draws is loaded. */
  show(): Promise<void>;
}

/** Takes the place of the line, so that whichever is opened later stands before it. */
export function openLateLine({ world, terminal }: Waiting, verb: string): LateLine {
  const begin = {
    at: world.now(),
    place: terminal.mayAnimate ? takeLine(world.stderr) : undefined,
  };
  let line: ProgressLine | undefined;
  let isOver = false;
  return {
    show: async () => {
      if (begin.place === undefined) return;
      const { openProgress } = await import("./progress.ts");
      if (!isOver) line ??= openProgress({ world, terminal }, verb, undefined, begin);
    },
    [Symbol.dispose]: () => {
      isOver = true;
      line?.[Symbol.dispose]();
      begin.place?.[Symbol.dispose]();
    },
  };
}
