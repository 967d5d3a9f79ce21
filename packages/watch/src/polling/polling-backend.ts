import type { AbsPath } from "@unf/core/base";
import type { Hint, RootWatch, WatchBackend, WatchScope } from "@unf/core/ports";
import { PollingRoot, type PollingTiming } from "./polling-root.ts";

/** Looks on a timer, for file systems that tell of nothing. */
export class PollingBackend implements WatchBackend {
  readonly name = "polling";
  readonly #timing: PollingTiming | undefined;

  /** `timing`: instead of what the limits say, for tests. */
  constructor(timing?: PollingTiming) {
    this.#timing = timing;
  }

  async watch(
    root: AbsPath,
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch> {
    const watch = new PollingRoot({ root, scope, deliver, timing: this.#timing });
    try {
      await watch.cover();
      return watch;
    } catch (thrown) {
      await watch[Symbol.asyncDispose]();
      throw thrown;
    }
  }
}
