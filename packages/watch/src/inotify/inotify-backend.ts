import type { AbsPath } from "@unf/core/base";
import type { Hint, RootWatch, WatchBackend, WatchScope } from "@unf/core/ports";
import { InotifyRoot } from "./inotify-root.ts";
import type { Libc } from "./libc.ts";
import { Readiness } from "./readiness.ts";

/**
 * The kernel's own interface: one inotify instance a root, so that the overflow of one queue puts
 * one project in doubt. All instances share one waiting thread.
 */
export class InotifyBackend implements WatchBackend {
  readonly name = "inotify";
  readonly #libc: Libc;
  readonly #readiness: Readiness;

  constructor(libc: Libc) {
    this.#libc = libc;
    this.#readiness = new Readiness(libc);
  }

  async watch(
    root: AbsPath,
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch> {
    const { libc, readiness } = { libc: this.#libc, readiness: this.#readiness };
    const watch = new InotifyRoot({ libc, readiness, root, scope, deliver });
    try {
      await watch.cover();
      return watch;
    } catch (thrown) {
      await watch[Symbol.asyncDispose]();
      throw thrown;
    }
  }
}
