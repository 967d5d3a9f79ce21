import process from "node:process";
import { systemClock } from "@unf/system";

/** Measures the turns of work that pauses to let everything else have its own. */
export class TurnMeter {
  /** Time of the processor in the longest turn: what others did meanwhile does not count. */
  longestMs = 0;
  /** Unit: bytes of resident memory. */
  mostMemory = process.memoryUsage.rss();
  #began = cpuMs();

  /** To be called where the first turn begins. */
  begin(): void {
    this.#began = cpuMs();
  }

  readonly breathe = async (): Promise<void> => {
    this.longestMs = Math.max(this.longestMs, cpuMs() - this.#began);
    this.mostMemory = Math.max(this.mostMemory, process.memoryUsage.rss());
    await systemClock.breathe();
    this.#began = cpuMs();
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
