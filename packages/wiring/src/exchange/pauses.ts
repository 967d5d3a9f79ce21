import { systemClock } from "@unf/system";
import { projectLimits } from "../project-limits.ts";

/** Lets sockets and watchers have their turn whenever a slice of work is over. */
export class Pauses {
  #until = systemClock.mono() + projectLimits.sliceMs;

  async pause(): Promise<void> {
    if (systemClock.mono() < this.#until) return;
    await systemClock.breathe();
    this.#until = systemClock.mono() + projectLimits.sliceMs;
  }

  /** Runs the steps to their end, with pauses between them. */
  async during<R>(steps: Iterator<unknown, R>): Promise<R> {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
