import type { WallMs } from "../base/brand.ts";
import type { ProcessMark } from "./writer-probe.ts";

/** A process below another, at the moment of a look. */
export interface TreeProcess extends ProcessMark {
  /** The program's name, cut to 15 bytes. */
  readonly name: string;
  /** When it was started, to 10 ms. */
  readonly bornAt: WallMs;
  /** It has ended, and its parent has not noticed yet. */
  readonly hasEnded: boolean;
  /** Grows whenever a child of it has ended and it has noticed. */
  readonly endings: number;
  /** How long it has run. Unit: nanoseconds. */
  readonly ranNs: number;
}

/** One look at a process and all that is below it. */
export interface TreeReading {
  /** The look began and ended then. */
  readonly from: WallMs;
  readonly to: WallMs;
  /** As in `TreeProcess`, of the process itself, when the look began and when it ended. */
  readonly endingsBefore: number;
  readonly endingsAfter: number;
  /** All that is below it but the hooks that it calls; what lost its parent is not. */
  readonly below: readonly TreeProcess[];
}

/** Asks the system which processes there are below one. */
export interface ProcessTrees {
  /** `undefined` where not all of it could be seen, or the process is gone. */
  read(root: ProcessMark): TreeReading | undefined;
  /** False once that very process has ended. */
  isAlive(process: ProcessMark): boolean;
}
