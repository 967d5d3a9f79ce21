import {
  type AbsPath,
  type Clock,
  type EntryStat,
  type FileSystem,
  type MonoMs,
  systemCode,
} from "@unf/core";

export interface RootIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * `here`: the directory that was recorded. `replaced`: another directory in its place, as after
 * delete and clone. `elsewhere`: an empty directory of another file system, as when a disk was
 * unmounted; its emptiness says nothing about the project's files.
 */
export type RootState = "here" | "replaced" | "elsewhere" | "absent";

/** How long an answer about the root is believed. A mass deletion takes longer than that to walk. */
const believedMs = 50;

/** Knows whether the project's root is still the directory that was recorded. */
export class RootGuard {
  readonly #fs: FileSystem;
  readonly #clock: Clock;
  readonly #root: AbsPath;
  #identity: RootIdentity;
  #state: RootState = "here";
  #askedAt: MonoMs | undefined;

  constructor(
    ports: { readonly fs: FileSystem; readonly clock: Clock; readonly root: AbsPath },
    identity: RootIdentity,
  ) {
    this.#fs = ports.fs;
    this.#clock = ports.clock;
    this.#root = ports.root;
    this.#identity = identity;
  }

  get identity(): RootIdentity {
    return this.#identity;
  }

  isHere(): boolean {
    const now = this.#clock.mono();
    if (this.#askedAt === undefined || now - this.#askedAt >= believedMs) this.look();
    return this.#state === "here";
  }

  /** Asks the disk now. */
  look(): RootState {
    this.#askedAt = this.#clock.mono();
    const stat = this.#stat();
    this.#state = stat?.kind === "directory" ? this.#compare(stat) : "absent";
    return this.#state;
  }

  /** Takes the directory that stands at the root now for the project's; false when there is none. */
  #adopt(): boolean {
    const stat = this.#stat();
    if (stat?.kind !== "directory") return false;
    this.#identity = { dev: stat.dev, ino: stat.ino };
    this.look();
    return true;
  }

  /** True when the root can be recorded now; a new directory in its place becomes the project's. */
  adoptReplaced(): boolean {
    const state = this.look();
    return state === "here" || (state === "replaced" && this.#adopt());
  }

  /** A file system that fails, as one whose server is gone, has no root for us to record. */
  #stat(): EntryStat | undefined {
    try {
      return this.#fs.lstat(this.#root);
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      return undefined;
    }
  }

  #compare(stat: RootIdentity): RootState {
    // Device numbers may be given out anew at boot, so an equal inode is the same directory.
    if (stat.ino === this.#identity.ino) return "here";
    if (stat.dev === this.#identity.dev) return "replaced";
    return this.#fs.list(this.#root)?.length === 0 ? "elsewhere" : "replaced";
  }
}
