import type { TakenOver } from "../../timeline/taken-over.ts";

/** Reads which histories were taken over. */
export interface ImportReader {
  /** Histories that came from other programs, in the order in which they came. */
  imports(): TakenOver[];
}
