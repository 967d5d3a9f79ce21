import type { RelPath } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import { type FileMode, inheritMode, type SeenMode } from "@unf/core/timeline";

/**
 * The modes of directories as the timeline tells them once everything that waits is committed, and
 * those that wait. It remembers only directories that differ from the one above them.
 */
export class ModeLedger {
  readonly #timeline: Pick<Timeline, "directoryModes">;
  #own: Map<RelPath, FileMode> | undefined;
  #waiting = new Map<RelPath, SeenMode>();

  constructor(timeline: Pick<Timeline, "directoryModes">) {
    this.#timeline = timeline;
  }

  get waiting(): readonly SeenMode[] {
    return [...this.#waiting.values()];
  }

  /** `undefined` as long as not even the root was looked at. */
  of(directory: RelPath): FileMode | undefined {
    const own = this.#known();
    return inheritMode(directory, (path) => own.get(path));
  }

  /** True when it is said of the directory itself, not of one above it. */
  isOwn(directory: RelPath): boolean {
    return this.#known().has(directory);
  }

  note(seen: SeenMode): void {
    this.#known().set(seen.path, seen.mode);
    this.#waiting.set(seen.path, seen);
  }

  /** Notes that the waiting modes are committed. */
  committed(): void {
    this.#waiting.clear();
  }

  /** Nothing of what waited will be committed. */
  discard(): void {
    this.#waiting.clear();
    this.#own = undefined;
  }

  #known(): Map<RelPath, FileMode> {
    this.#own ??= new Map(
      this.#timeline.directoryModes().map(({ path, mode }) => [path, mode] as const),
    );
    return this.#own;
  }
}
