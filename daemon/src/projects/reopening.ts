import type { Log } from "@unf/core/ports";

/** Opens what could not be opened before. Nobody waits for it: a first sweep may take minutes. */
export class Reopening {
  readonly #log: Log;
  readonly #reopen: () => Promise<unknown>;
  #isUnderWay = false;

  constructor(log: Log, reopen: () => Promise<unknown>) {
    this.#log = log;
    this.#reopen = reopen;
  }

  start(): void {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    this.#reopen()
      .catch((thrown: unknown) => this.#log.error("reopen.failed", { error: thrown }))
      .finally(() => {
        this.#isUnderWay = false;
      });
  }
}
