import type { Log } from "@unf/core";
import type { StoreStatus } from "@unf/protocol";
import type { Daemon } from "./daemon.ts";
import { ForgetOn } from "./forget-on.ts";
import type { Housekeeping } from "./housekeeping.ts";
import { openHousekeeping } from "./housekeeping-jobs.ts";
import { openCapWatch, type StoreCap } from "./open-cap-watch.ts";

/** What a daemon does beside recording: orders to forget, thinning and packing, the size of the store. */
export class Background {
  readonly #daemon: Daemon;
  readonly #log: Log;
  readonly #forgetOn: ForgetOn;
  readonly #housekeeping: Housekeeping | undefined;
  readonly #cap: StoreCap;

  constructor(daemon: Daemon, log: Log) {
    this.#daemon = daemon;
    this.#log = log;
    this.#forgetOn = new ForgetOn(daemon);
    // After a crash loop the daemon only records.
    this.#housekeeping = daemon.safeMode ? undefined : openHousekeeping(daemon, log);
    this.#cap = openCapWatch(daemon, log);
  }

  get store(): StoreStatus {
    return this.#cap.report();
  }

  /** Carries on with what was left to forget: before anything is recorded. Never fails. */
  carryOn(): Promise<void> {
    return this.#orSay(this.#forgetOn.start());
  }

  /** Starts the daemon. */
  async start(): Promise<void> {
    await this.#daemon.start();
    this.#cap.look();
  }

  /** To be called every few seconds. What is due runs beside everything else. */
  check(): void {
    void this.#orSay(this.#forgetOn.check());
    this.#housekeeping?.look();
    this.#cap.look();
  }

  /** `bytes`: of a recorded content. */
  noteWritten(bytes: number): void {
    this.#cap.noteWritten(bytes);
  }

  async close(): Promise<void> {
    await this.#housekeeping?.close();
  }

  /** Whatever cannot be forgotten now, recording goes on. */
  #orSay(forgetting: Promise<void>): Promise<void> {
    return forgetting.catch((thrown: unknown) =>
      this.#log.error("forget.failed", { error: thrown }),
    );
  }
}
