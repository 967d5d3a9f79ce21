import type { RelPath } from "@unf/core/base";
import { type Cost, CpuShare, type PaceLimits, PathCosts } from "@unf/core/capture";
import type { Clock } from "@unf/core/ports";
import { MissedLedger, type MissedPorts } from "./missed-ledger.ts";

export interface PacePorts extends MissedPorts {
  readonly clock: Clock;
  readonly limits: PaceLimits;
  /** Processor time of this program since it began. */
  readonly readCpuMs?: () => number;
}

/**
 * Costs of recording, path by path; the paths that are read less often for it, and the states
 * missed.
 */
export class Pace {
  readonly missed: MissedLedger;
  readonly #ports: PacePorts;
  readonly #costs: PathCosts;
  readonly #cpu: CpuShare;

  constructor(ports: PacePorts) {
    this.#ports = ports;
    this.missed = new MissedLedger(ports);
    this.#costs = new PathCosts(ports.limits);
    this.#cpu = new CpuShare(ports.limits.cpuWindowMs);
  }

  note(path: RelPath, cost: Cost): void {
    this.#costs.note(path, this.#ports.clock.mono(), cost);
  }

  isSlowed(path: RelPath): boolean {
    const { clock, limits } = this.#ports;
    const isBusy = this.#cpu.share >= limits.cpuShareMax;
    return this.#costs.isTooMuch(path, clock.mono(), isBusy);
  }

  /** Called about once a second. */
  tick(): void {
    const cpuMs = this.#ports.readCpuMs?.();
    if (cpuMs !== undefined) this.#cpu.note(this.#ports.clock.mono(), cpuMs);
    this.missed.tick();
  }
}
