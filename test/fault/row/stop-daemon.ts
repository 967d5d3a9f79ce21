import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { takeLock } from "@unf/system";
import { until } from "../../kit/index.ts";
import type { Measures } from "../checker/measures.ts";
import type { Daemon } from "../daemon.ts";
import type { Place } from "../program/recording.ts";
import { isStopped } from "./play-operation.ts";

export interface StopperParts {
  readonly daemon: Daemon;
  readonly place: Place;
  readonly measures: Measures;
  /** Where the interposer reads its rules, if the daemon runs under it. */
  readonly control: string;
  readonly isExact: boolean;
}

/** Lets a daemon stand still for a moment. Nobody else may collect then either: its lock is its lock. */
export class Stopper implements Disposable {
  readonly #parts: StopperParts;
  /** A stop that comes after nobody waits for it any more must not last. */
  readonly #waking: NodeJS.Timeout;

  constructor(parts: StopperParts) {
    this.#parts = parts;
    this.#waking = setInterval(() => void parts.daemon.signal("SIGCONT"), 500);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#waking);
  }

  /** At this instant, wherever it is. How often it stopped. */
  async stop(ms: number): Promise<number> {
    await this.#parts.daemon.signal("SIGSTOP");
    await this.#standStill(ms);
    return 1;
  }

  /**
   * Just before it writes to a timeline: what it found in the store was decided, the rows are not
   * committed. Zero where it writes nothing within a moment, or no call of it can be stopped.
   */
  async stopAtCommit(ms: number): Promise<number> {
    const { daemon, control, isExact } = this.#parts;
    if (!isExact) return 0;
    writeFileSync(control, "pwrite timeline.db-wal STOP 1\n");
    const stands = await until("it is about to commit", () => isStopped(daemon.pid), {
      limitMs: 300,
      everyMs: 1,
    }).catch(() => false);
    rmSync(control);
    if (!stands) return 0;
    await this.#standStill(ms);
    return 1;
  }

  async #standStill(ms: number): Promise<void> {
    const { daemon, place, measures } = this.#parts;
    const taken = takeLock(daemonLockPath(place.home as AbsPath), { version: "0.1.0" });
    if (taken.kind !== "held") {
      taken.lock[Symbol.dispose]();
      measures.crash.push("another process got the lock of a daemon that stands still");
    }
    await pause(ms);
    await daemon.signal("SIGCONT");
  }
}
