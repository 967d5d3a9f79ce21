/** Work that can pause: it yields wherever something else may have its turn. */
export type Steps<T> = Generator<undefined, T>;

/**
 * Called between the steps of a plan with how many files were looked at since. Whoever plans waits for
 * what comes back, so that others have a turn then, and ends where it throws.
 */
export type Turn = (looked: number) => Promise<void> | undefined;

/** Does it with a turn for others wherever `turn` asks for one; `looked` is told of each file. */
export async function inTurns<T>(
  plan: (looked: () => void) => Steps<T>,
  turn: Turn = () => undefined,
): Promise<T> {
  let files = 0;
  const steps = plan(() => {
    files += 1;
  });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pause = turn(files);
    files = 0;
    if (pause !== undefined) await pause;
  }
}

/** Does it all at once, as a program may that serves nobody meanwhile. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
