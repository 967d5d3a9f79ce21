/**
 * libuv throws the kernel's overflow flag away. What is left as a sign: a queue that overflowed was
 * full, so thousands of callbacks come within one turn of the event loop. 16,384 were counted at
 * every overflow and at most 5,859 without one, so this errs on the safe side.
 */
const suspiciousCallbacks = 4096;

/** Counts callbacks within one turn of the event loop and tells once when they are too many. */
export class TurnCount {
  readonly #onSuspicion: () => void;
  #count = 0;

  constructor(onSuspicion: () => void) {
    this.#onSuspicion = onSuspicion;
  }

  add(): void {
    if (this.#count === 0) setImmediate(this.#reset);
    this.#count += 1;
    if (this.#count === suspiciousCallbacks) this.#onSuspicion();
  }

  readonly #reset = (): void => {
    this.#count = 0;
  };
}
