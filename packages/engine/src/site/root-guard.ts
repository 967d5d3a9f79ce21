import {
  type AbsPath,
  joinPath,
  type MonoMs,
  parentPath,
  type RelPath,
  systemCode,
  UnfError,
} from "@unf/core/base";
import type { Clock, EntryStat, FileSystem, Log, Timeline } from "@unf/core/ports";
import { birthOf } from "@unf/core/watching";

export interface RootIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
  /** When the directory was made, where that is known. */
  readonly birthNs?: bigint;
}

/**
 * `here`: the directory that was recorded. `replaced`: another directory in its place, as after
 * delete and clone. `elsewhere`: an empty directory of another file system, as when a disk was
 * unmounted; its emptiness says nothing about the project's files. `not_directory`: a file or a
 * link, which is not followed. `unreadable`: what the system refuses to show.
 */
export type RootState =
  | "here"
  | "replaced"
  | "elsewhere"
  | "absent"
  | "not_directory"
  | "unreadable";

/** How long an answer about the root is believed. A mass deletion takes longer than that to walk. */
const believedMs = 50;

export interface RootGuardPorts {
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly root: AbsPath;
  readonly timeline: Pick<Timeline, "setMeta">;
  readonly log: Log;
}

/** Knows whether the project's root is still the directory that was recorded. */
export class RootGuard {
  readonly #ports: RootGuardPorts;
  #identity: RootIdentity;
  #state: RootState = "here";
  /** Stat at the last look of a directory that is not the recorded one. */
  #found: EntryStat | undefined;
  #refusal = "";
  /** Mode of the root when it could be read last. */
  #readableMode: number | undefined;
  #askedAt: MonoMs | undefined;

  constructor(ports: RootGuardPorts, identity: RootIdentity) {
    this.#ports = ports;
    this.#identity = identity;
  }

  get identity(): RootIdentity {
    return this.#identity;
  }

  /** Finding of the last look, as one line for a person. */
  get why(): string {
    return this.#state === "unreadable"
      ? `the directory cannot be read (${this.#refusal})`
      : reasons[this.#state];
  }

  isHere(): boolean {
    const now = this.#ports.clock.mono();
    if (this.#askedAt === undefined || now - this.#askedAt >= believedMs) this.look();
    return this.#state === "here";
  }

  /** Asks the disk now. */
  look(): RootState {
    this.#askedAt = this.#ports.clock.mono();
    try {
      this.#state = this.#ask();
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code === undefined) throw thrown;
      this.#state = "unreadable";
      this.#refusal = code;
      this.#readableMode = undefined;
    }
    return this.#state;
  }

  /**
   * True when the root can be recorded now. Another directory in its place becomes the project's:
   * the same path is the same project, as for who deletes a directory and clones it anew.
   */
  adoptReplaced(): boolean {
    const state = this.look();
    if (state !== "replaced" || this.#found === undefined) return state === "here";
    const { root, log } = this.#ports;
    log.warn("root.replaced", { root, ino: String(this.#found.ino) });
    this.#adopt(this.#found);
    return this.look() === "here";
  }

  /** As `adoptReplaced`; a root that was removed is made first, where the directory above it is there. */
  makeAnew(): boolean {
    const { fs, root } = this.#ports;
    const above = (parentPath(root as string as RelPath) || "/") as AbsPath;
    const isRemoved = this.look() === "absent" && fs.lstat(above)?.kind === "directory";
    if (isRemoved) {
      fs.makeDirectory(root, 0o755);
      fs.adopt(root);
    }
    return this.adoptReplaced();
  }

  /** Throws what the system refuses with. */
  #ask(): RootState {
    const { fs, root } = this.#ports;
    const stat = fs.lstat(root);
    if (stat === undefined) return "absent";
    if (stat.kind !== "directory") return "not_directory";
    if (this.#readableMode !== stat.mode) {
      // A directory that may not be entered or listed can still be seen from outside.
      fs.lstat(joinPath(root, "." as RelPath));
      fs.list(root);
      this.#readableMode = stat.mode;
    }
    if (this.#isSame(stat)) {
      this.#learn(stat);
      return "here";
    }
    this.#found = stat;
    if (stat.dev === this.#identity.dev) return "replaced";
    return fs.list(root)?.length === 0 ? "elsewhere" : "replaced";
  }

  /** Device numbers may be given out anew at boot, and an inode number at once. */
  #isSame(stat: EntryStat): boolean {
    const known = this.#identity;
    if (stat.ino !== known.ino) return false;
    const birthNs = this.#birthOf(stat);
    return birthNs === undefined || known.birthNs === undefined || birthNs === known.birthNs;
  }

  /**
   * A directory that was filled in the moment it was made has one stamp for both. That it is its
   * time of birth is known where the directory above, which changes when this one is made, has two.
   */
  #birthOf(stat: EntryStat): bigint | undefined {
    const plain = birthOf(stat);
    if (plain !== undefined) return plain;
    const above = this.#ports.fs.lstat(joinPath(this.#ports.root, ".." as RelPath));
    const isKnown = above?.dev === stat.dev && birthOf(above) !== undefined;
    return isKnown ? stat.birthNs : undefined;
  }

  #learn(stat: EntryStat): void {
    const { dev, birthNs } = this.#identity;
    if (stat.dev !== dev || (birthNs === undefined && this.#birthOf(stat) !== undefined))
      this.#adopt(stat);
  }

  /** Takes the directory that stands at the root for the project's, and has the timeline say so. */
  #adopt(stat: EntryStat): void {
    const { timeline, log } = this.#ports;
    const { dev, ino } = stat;
    const known =
      this.#birthOf(stat) ?? (ino === this.#identity.ino ? this.#identity.birthNs : undefined);
    this.#identity = { dev, ino, ...(known === undefined ? {} : { birthNs: known }) };
    try {
      timeline.setMeta("dev", String(dev));
      timeline.setMeta("ino", String(ino));
      timeline.setMeta("born", known === undefined ? "" : String(known));
    } catch (thrown) {
      // The next start adopts it again.
      if (!(thrown instanceof UnfError)) throw thrown;
      log.warn("root.identity_not_written", { why: thrown.message });
    }
  }
}

const reasons: Readonly<Record<Exclude<RootState, "unreadable">, string>> = {
  here: "the directory is there again",
  replaced: "another directory is in its place",
  elsewhere: "an empty directory of another file system is in its place",
  absent: "the directory is not there",
  not_directory: "a file or a link is in its place",
};
