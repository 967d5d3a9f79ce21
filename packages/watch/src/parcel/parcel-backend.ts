import type { AbsPath } from "@unf/core/base";
import type { Hint, RootWatch, WatchBackend, WatchScope } from "@unf/core/ports";
import { ParcelRoot } from "./parcel-root.ts";

/** Names that @parcel/watcher gives the systems' own interfaces. Never its default: it would start watchman. */
const sources = { darwin: "fs-events", win32: "windows", linux: "inotify" } as const;

/**
 * @parcel/watcher, believed to be a source of hints that loses some. Run on Linux only; for macOS and
 * Windows it is written from its documentation and sources.
 */
export class ParcelBackend implements WatchBackend {
  readonly name = "parcel";

  async watch(
    root: AbsPath,
    scope: WatchScope,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch> {
    const source = sources[process.platform as keyof typeof sources] ?? "inotify";
    const watch = new ParcelRoot({ root, scope, deliver, source });
    try {
      await watch.cover();
      return watch;
    } catch (thrown) {
      await watch[Symbol.asyncDispose]();
      throw thrown;
    }
  }
}
