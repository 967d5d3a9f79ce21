import type { AbsPath, WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import { formatUtc } from "@unf/core/time";
import type { Busy as BusyWords } from "@unf/protocol";
import { clearBusyNote, writeBusyNote } from "@unf/system";

export interface BusyPorts {
  readonly home: AbsPath;
  readonly clock: Pick<Clock, "wall">;
  /** For what helps and must not fail the work, as when the disk is full. */
  readonly tryToWrite: (write: () => void) => void;
}

interface Work {
  readonly what: string;
  readonly since: WallMs;
}

/**
 * The works of a daemon that may take long. It reports them to clients, and leaves word on disk for the
 * sentinel, should a call of the system keep it from answering.
 */
export class Busy {
  readonly #ports: BusyPorts;
  readonly #works = new Set<Work>();

  constructor(ports: BusyPorts) {
    this.#ports = ports;
    // Of a daemon that was killed.
    ports.tryToWrite(() => clearBusyNote(ports.home));
  }

  /** The work that has gone on for the longest time; `null` while there is none. */
  report(): BusyWords | null {
    const [first] = this.#works;
    return first === undefined ? null : { what: first.what, since: formatUtc(first.since) };
  }

  async during<T>(what: string, work: () => T | Promise<T>): Promise<T> {
    const mine = { what, since: this.#ports.clock.wall() };
    this.#works.add(mine);
    this.#note();
    try {
      return await work();
    } finally {
      this.#works.delete(mine);
      this.#note();
    }
  }

  #note(): void {
    const { home, tryToWrite } = this.#ports;
    const [first] = this.#works;
    tryToWrite(() => (first === undefined ? clearBusyNote(home) : writeBusyNote(home, first)));
  }
}
