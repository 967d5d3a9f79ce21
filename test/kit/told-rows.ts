import type { AbsPath } from "@unf/core/base";
import { follow } from "@unf/wiring";

/** The rows of one project of which a daemon tells from now on. */
export class ToldRows {
  readonly #notices: AsyncIterator<{ readonly path: string }>;
  #next: Promise<IteratorResult<{ readonly path: string }>>;

  constructor(unfHome: AbsPath, root: AbsPath) {
    this.#notices = follow(unfHome, root)[Symbol.asyncIterator]();
    // Nothing is asked of the iterator before its first `next`, so ask now: then it subscribes.
    this.#next = this.#notices.next();
  }

  /** Resolves when a row of the path is durable. */
  async until(path: string): Promise<void> {
    for (;;) {
      const notice = await this.#next;
      this.#next = this.#notices.next();
      if (notice.done === true) throw new Error("the daemon closed the connection");
      if (notice.value.path === path) return;
    }
  }

  /** Nobody waits for the next one. */
  end(): void {
    this.#next.catch(() => undefined);
  }
}
