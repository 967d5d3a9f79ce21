import type { AbsPath } from "@unf/core/base";
import type { Hint, RootWatch, WatchBackend, WatchScope } from "@unf/core/ports";
import { DirectoryRoot } from "./directory-root.ts";
import { TurnCount } from "./turn-count.ts";

/** One plain `fs.watch` a directory: no native code of ours, and no word of lost events. */
export class DirectoryBackend implements WatchBackend {
  readonly name = "directory";
  readonly #roots = new Set<DirectoryRoot>();
  // libuv has one kernel queue for all watches of the process: if it overflows, every root is in doubt.
  readonly #turnCount = new TurnCount(() => {
    for (const root of this.#roots) root.suspectOverflow();
  });

  async watch(
    root: AbsPath,
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch> {
    const watch: DirectoryRoot = new DirectoryRoot({
      root,
      scope,
      deliver,
      onCallback: () => this.#turnCount.add(),
      onEnd: () => void this.#roots.delete(watch),
    });
    this.#roots.add(watch);
    try {
      await watch.cover();
      return watch;
    } catch (thrown) {
      await watch[Symbol.asyncDispose]();
      throw thrown;
    }
  }
}
