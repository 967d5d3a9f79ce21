import { type AbsPath, systemCode } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { conditionPath, daemonLockPath, heartbeatPath, intentPath } from "@unf/core/home";
import { isAlive, type LockHolder, readHolder, statEntry, systemClock } from "@unf/system";

/** Everything that a look found and that can change without a word to the sentinel. */
interface Seen {
  readonly daemon: LockHolder;
  readonly files: string;
}

/**
 * Tells by four stats that a daemon which was well is well: it lives, has said so within the last
 * seconds, and nothing that it is measured by has changed. A question over the socket costs fifty
 * times as much, and is asked when one of these does not hold, and every minute.
 */
export class QuietLook {
  readonly #home: AbsPath;
  #seen: Seen | undefined;
  #before: string | undefined;
  #looks = 0;

  constructor(home: AbsPath) {
    this.#home = home;
  }

  /** The full look that followed `holds` found the daemon well, and nothing to be done or told. */
  found(pid: number): void {
    const daemon = readHolder(daemonLockPath(this.#home));
    const files = this.#before;
    this.#looks = 0;
    // Without its ticks it could be another process by now.
    const isKnown = daemon?.pid === pid && daemon.startTicks !== undefined && files !== undefined;
    this.#seen = isKnown ? { daemon, files } : undefined;
  }

  /** The next look is a full one. */
  forget(): void {
    this.#seen = undefined;
  }

  /** True when a full look would find what the last one found. */
  holds(): boolean {
    // Taken before a full look reads them: what changes meanwhile is seen by the next one.
    this.#before = this.#mark();
    if (this.#seen === undefined) return false;
    this.#looks += 1;
    const { daemon, files } = this.#seen;
    const isSame =
      this.#looks < limits.sentinel.quietLooksMax &&
      this.#beatAgeMs() <= limits.sentinel.beatMsMax &&
      this.#before === files &&
      isAlive(daemon);
    if (!isSame) this.#seen = undefined;
    return isSame;
  }

  /** When the daemon is to have said again that it is well. Unit: ms from now; `undefined` while that is not known. */
  get dueInMs(): number | undefined {
    if (this.#seen === undefined) return undefined;
    return Math.max(0, limits.sentinel.beatMsMax - this.#beatAgeMs());
  }

  /** Infinite for one that lies in the future: the clock was set back. */
  #beatAgeMs(): number {
    const beat = stampOf(heartbeatPath(this.#home));
    const age = beat === undefined ? -1 : systemClock.wall() - Number(beat.mtimeNs / 1_000_000n);
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }

  /** `undefined` where there is no intent. */
  #mark(): string | undefined {
    const intent = stampOf(intentPath(this.#home));
    if (intent === undefined) return undefined;
    const files = [intent, stampOf(conditionPath(this.#home))];
    return files.map((one) => `${one?.ino} ${one?.size} ${one?.mtimeNs} ${one?.ctimeNs}`).join();
  }
}

/** A file that cannot be looked at is none: then a full look says why. */
function stampOf(path: AbsPath) {
  try {
    return statEntry(path);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
