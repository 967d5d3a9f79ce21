import type { Language } from "./language-of.ts";

/** A text to be coloured. */
export interface ColourQuestion {
  readonly id: number;
  readonly language: Language;
  readonly text: string;
}

/** Its lines as runs, each so many characters of one look; none where it could not be coloured. */
export interface ColourAnswer {
  readonly id: number;
  readonly lines: readonly (readonly LookRun[])[];
}

export type LookRun = readonly [length: number, look: string];
