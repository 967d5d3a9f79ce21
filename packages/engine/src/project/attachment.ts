import {
  type Hint,
  type Log,
  type RelPath,
  type RootWatch,
  UnfError,
  type WatchScope,
} from "@unf/core";
import type { ConditionFacts } from "./condition.ts";
import type { RootGuard } from "./root-guard.ts";

export interface AttachmentPorts {
  readonly log: Log;
  readonly guard: RootGuard;
  readonly scope: WatchScope;
  /** The root is not there any more, or was not there at the start. */
  readonly onLost: () => void;
  readonly deliver: (hints: readonly Hint[]) => void;
  /** Starts watching the root; omitted by a process that only restores. */
  readonly watch:
    | ((scope: WatchScope, deliver: (hints: readonly Hint[]) => void) => Promise<RootWatch>)
    | undefined;
}

/** The watch on a project's root: whether there is one, and whether there is a root to watch. */
export class Attachment {
  readonly #ports: AttachmentPorts;
  readonly #unwatched = new Map<RelPath, string>();
  #watch: RootWatch | undefined;
  #away: string | undefined;

  constructor(ports: AttachmentPorts) {
    this.#ports = ports;
  }

  get directories(): number {
    return this.#watch?.directories ?? 0;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** True while hints cannot be relied on, so that sweeps must come more often. */
  get isDegraded(): boolean {
    return this.#watch === undefined || this.#unwatched.size > 0;
  }

  get facts(): Pick<ConditionFacts, "rootAway" | "isWatched" | "unwatched"> {
    return {
      rootAway: this.#away,
      isWatched: this.#watch !== undefined,
      unwatched: this.#unwatched,
    };
  }

  /** Watches the root anew; false when it is not there. */
  async attach(): Promise<boolean> {
    if (!this.#ports.guard.adoptReplaced()) {
      this.lose(this.#ports.guard.why);
      return false;
    }
    await this.detach();
    this.#unwatched.clear();
    try {
      this.#watch = await this.#ports.watch?.(this.#ports.scope, this.#ports.deliver);
    } catch (thrown) {
      // It vanished between the look and the watch.
      if (!(thrown instanceof UnfError && thrown.code === "not_found")) throw thrown;
      this.#ports.guard.look();
      this.lose(this.#ports.guard.why);
      return false;
    }
    return true;
  }

  async detach(): Promise<void> {
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.[Symbol.asyncDispose]();
  }

  async rewatch(directory: RelPath): Promise<void> {
    await this.#watch?.rewatch(directory);
  }

  async barrier(timeoutMs: number): Promise<void> {
    await this.#watch?.barrier(timeoutMs);
  }

  noteUnwatched(path: RelPath, code: string): void {
    this.#unwatched.set(path, code);
  }

  /** The backend stopped by itself. */
  died(cause: unknown): void {
    this.#watch = undefined;
    this.#ports.log.error("watch.died", { error: String(cause) });
  }

  /** The root is gone: until it is back nothing is watched and nothing is recorded as deleted. */
  lose(why: string): void {
    if (this.#away !== undefined) return;
    this.#away = why;
    this.#ports.log.warn("root.lost", { why });
    this.#ports.onLost();
    this.detach().catch((thrown: unknown) => this.died(thrown));
  }

  /** Looks at the root; true when it has come back: the caller attaches again. */
  look(): boolean {
    const { guard } = this.#ports;
    const isHere = guard.look() === "here";
    if (this.#away === undefined) {
      if (!isHere) this.lose(guard.why);
      return false;
    }
    if (!isHere && !guard.adoptReplaced()) {
      this.#away = guard.why;
      return false;
    }
    this.#away = undefined;
    return true;
  }
}
