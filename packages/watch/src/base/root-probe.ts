import { lstatSync } from "node:fs";
import type { AbsPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import { systemPath } from "./system-path.ts";

/** Looks on a timer whether the root is still the directory that it was, and says so once if not. */
export class RootProbe implements Disposable {
  readonly #at: string | Buffer;
  readonly #onLost: (hint: Hint) => void;
  readonly #timer: NodeJS.Timeout;
  #held: string | undefined;

  constructor(root: AbsPath, everyMs: number, onLost: (hint: Hint) => void) {
    this.#at = systemPath(root);
    this.#onLost = onLost;
    this.#held = this.#identity();
    this.#timer = setInterval(() => this.look(), everyMs).unref();
  }

  /** Looks now; true when the root is what it was. */
  look(): boolean {
    const now = this.#identity();
    if (now === this.#held) return true;
    this[Symbol.dispose]();
    this.#onLost({ kind: "root_lost", why: now === undefined ? "deleted" : "replaced" });
    return false;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #identity(): string | undefined {
    try {
      const stat = lstatSync(this.#at, { throwIfNoEntry: false });
      return stat?.isDirectory() ? `${stat.dev} ${stat.ino}` : undefined;
    } catch {
      // A file server that does not answer, say: not the same as a root that is gone.
      return this.#held;
    }
  }
}
