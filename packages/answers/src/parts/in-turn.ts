import type { Asker } from "../ports/asker.ts";

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
