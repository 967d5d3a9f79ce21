import type { Forgetting, NewForgetting, TextPlace } from "../../timeline/forgetting.ts";

/** Orders to forget, and the texts in which something may stand that is to be forgotten. */
export interface ForgettingReader {
  /** Orders to forget, oldest first. */
  forgettings(): Forgetting[];
  /** Everything that `scrub` looks into. */
  texts(): Iterable<Uint8Array>;
  /** Where `scrub` would change something. */
  findTexts(needles: readonly Uint8Array[]): TextPlace[];
}

/** Writes such orders down, and carries out what concerns texts. */
export interface ForgettingWriter {
  /** Writes orders to forget down, `pending`, all at once. Their ids in order. */
  addForgettings(orders: readonly NewForgetting[]): number[];
  /** Marks the order done; it names no contents any more. */
  finishForgetting(id: number, snapshots: number): void;
  /** Lets files that match its pattern be recorded again; false when it did not forbid that. */
  endForgetting(id: number): boolean;
  /**
   * Takes these bytes out of everything but rows and contents: payloads that hold them go, in labels,
   * messages, prompts and commands they are masked. None of the needles is shorter than 8 bytes. The
   * places that were changed: those of `findTexts`.
   */
  scrub(needles: readonly Uint8Array[]): TextPlace[];
}
