import { knowAcrossCopies, UnfError } from "@unf/core/base";
import type { EndSignal } from "../world/world.ts";

/** 128 and the number of the signal, as shells count it. */
export const signalExits: Readonly<Record<EndSignal, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** The end of a command that a signal asked to end. */
export class Interrupted extends UnfError {
  static {
    knowAcrossCopies(Interrupted, "Interrupted");
  }

  readonly exit: number;

  constructor(signal: EndSignal, message: string, hint?: string) {
    super("interrupted", message, hint === undefined ? {} : { hint });
    this.exit = signalExits[signal];
  }
}
