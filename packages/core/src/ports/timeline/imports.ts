import type { TakenOver } from "../../timeline/taken-over.ts";

/** What came from other programs. */
export interface ImportReader {
  /** Histories that came from other programs, in the order in which they came. */
  imports(): TakenOver[];
}
