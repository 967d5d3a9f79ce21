/** Work that can pause: it yields wherever something else may have its turn. */
export type Steps<T> = Generator<undefined, T>;

/** Does it all at once, as a program may that serves nobody meanwhile. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
