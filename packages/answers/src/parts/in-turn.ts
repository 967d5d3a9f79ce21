import { inTurns, type Steps } from "@unf/core/base";
import type { Asker } from "../ports/asker.ts";

/** Does work in steps, with a turn for others between them. */
export function inSteps<T>({ breathe }: Pick<Asker, "breathe">, steps: Steps<T>): Promise<T> {
  return inTurns(
    () => steps,
    () => breathe?.(),
  );
}

/** Makes something of each thing, one after the other, with a turn for others between them. */
export async function inTurn<T, R>(
  { breathe }: Pick<Asker, "breathe">,
  things: Iterable<T>,
  make: (thing: T) => R,
): Promise<R[]> {
  const made: R[] = [];
  for (const thing of things) {
    await breathe?.();
    made.push(make(thing));
  }
  return made;
}
