import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";

/** Beyond so many waiting hints one walk of everything is cheaper. */
const most = 1000;

/**
 * Says hints once more a moment later, for backends that begin to watch something only after they
 * have told of it: what happened in between is seen by that second look.
 */
export class Echo implements Disposable {
  readonly #say: (hint: Hint) => void;
  readonly #afterMs: number;
  #waiting = new Map<RelPath, Hint>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (hint: Hint) => void, afterMs: number = limits.watch.echoMs) {
    this.#say = say;
    this.#afterMs = afterMs;
  }

  add(hint: Hint & { readonly path: RelPath }): void {
    this.#say(hint);
    if (this.#waiting.size >= most) {
      this.#waiting.clear();
      this.#waiting.set("" as RelPath, { kind: "directory", path: "" as RelPath });
    } else this.#waiting.set(hint.path, hint);
    // Two turns of the timer at most: what is added late in the first waits for the second.
    this.#timer ??= setTimeout(() => {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      this.#timer = undefined;
      for (const each of waiting.values()) this.#say(each);
    }, this.#afterMs).unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }
}
