import type { Place, Plot } from "./place.ts";
import type { Span } from "./watch.ts";

/** Where a fault is played. */
export interface Stage {
  readonly place: Place;
  /** How long what is wrong lasts, where that is a choice. Unit: ms. */
  readonly holdMs: number;
  /** How long to wait until everything is recorded again. Unit: ms. */
  readonly limitMs: number;
  /** Has nobody else write into a project until the fault is over. Resolves when that is so. */
  clear(plot: Plot): Promise<void>;
}

export interface Fault {
  readonly name: string;
  /** From when the span counts. */
  readonly counts: string;
  /** The longest that a save may stay unrecorded. Unit: ms. */
  readonly spanMs: number;
  /** True where somebody who asks meanwhile must be told. */
  readonly mustSay: boolean;
  /** Why it cannot be played here. */
  skip(place: Place): string | undefined;
  play(stage: Stage): Promise<Span>;
}

export const always = (): undefined => undefined;

export const needsMounts = ({ hasMounts }: Place): string | undefined =>
  hasMounts ? undefined : "needs mounts of its own: unshare -Urm is not allowed here";
