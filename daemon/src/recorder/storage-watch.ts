import { type AbsPath, StorageError, systemCode } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import {
  type DiskLevel,
  type DiskRoom,
  decideDiskLevel,
  hasRoomForBallast,
  isShortOfInodes,
  planDiskMarks,
} from "@unf/core/storage";
import { renderBytes } from "@unf/core/time";
import type { StoragePorts } from "@unf/engine";
import {
  guardWrites,
  HomePlace,
  hasBallast,
  type Lock,
  makeBallast,
  readDiskRoom,
  releaseBallast,
  systemClock,
} from "@unf/system";

export interface StorageWatchPorts {
  readonly home: AbsPath;
  readonly lock: Lock;
  readonly log: Log;
  /** The setting `store.min_free` as it is now. Unit: bytes. */
  readonly minFree: () => number;
  /** The home or its lock is not this daemon's any more: it must end without another write. */
  readonly onLost: (cause: "home_lost" | "lock_lost") => void;
}

/** The disk and the place of the home: whether there is room, and whether it is still ours. */
export class StorageWatch implements StoragePorts {
  readonly #ports: StorageWatchPorts;
  readonly #place: HomePlace;
  #level: DiskLevel = "good";
  #room: DiskRoom | undefined;
  #hasBallast: boolean;

  constructor(ports: StorageWatchPorts) {
    this.#ports = ports;
    this.#place = new HomePlace(ports.home);
    this.#hasBallast = hasBallast(ports.home);
    // For as long as this process lives: what writes at its very end asks, too.
    guardWrites(ports.home, this.mayWrite);
    this.look();
  }

  readonly held = (): StorageError | undefined => {
    if (this.#level !== "short" || this.#room === undefined) return undefined;
    const { home } = this.#ports;
    const left = isShortOfInodes(this.#room)
      ? `${this.#room.freeInodes} inodes`
      : renderBytes(this.#room.freeBytes);
    const { enoughBytes } = this.#marks();
    return new StorageError("no_space", `the disk of ${home} is full (${left} left)`, {
      hint: `it begins again by itself once ${renderBytes(enoughBytes)} are free`,
    });
  };

  readonly makeRoom = (): boolean => {
    const had = this.#hasBallast && releaseBallast(this.#ports.home);
    this.#hasBallast = false;
    if (had) this.#ports.log.warn("ballast.released");
    // Space that was given back from the ballast is not room to go on with.
    this.#level = "short";
    this.look();
    return had;
  };

  /** Throws, and has the daemon end, when the home or the lock was taken away. */
  readonly mayWrite = (): void => {
    if (this.#ports.lock.stillOurs()) return;
    const { home } = this.#ports;
    const isGone = !this.#place.stands();
    this.#ports.onLost(isGone ? "home_lost" : "lock_lost");
    const what = isGone ? "was removed or moved" : "is no longer locked by this daemon";
    throw new StorageError("lock_lost", `${home} ${what}`, { hint: "unf restart" });
  };

  /** Measures the disk. A file system that does not answer is not full. */
  look(): void {
    try {
      this.#room = readDiskRoom(this.#ports.home);
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      return;
    }
    const before = this.#level;
    this.#level = decideDiskLevel(this.#room, this.#marks(), before);
    if (this.#level !== before)
      this.#ports.log.warn("disk.level", { level: this.#level, before, ...this.#room });
  }

  /** Makes the ballast where there is none and the disk has room for it. */
  async refill(): Promise<void> {
    if (this.#hasBallast || this.#room === undefined || this.#level === "short") return;
    if (!hasRoomForBallast(this.#room, this.#marks())) return;
    this.mayWrite();
    this.#hasBallast = await makeBallast(this.#ports.home, systemClock);
    this.#ports.log.info("ballast.made", { whole: this.#hasBallast });
  }

  /** True when the disk may be full soon, so that the ballast is wanted at once. */
  get isLow(): boolean {
    return this.#level !== "good";
  }

  /** Space that must come free until recording goes on; 0 where the disk is not short. Unit: bytes. */
  get missingBytes(): number {
    if (this.#level !== "short" || this.#room === undefined) return 0;
    return Math.max(1, this.#marks().enoughBytes - this.#room.freeBytes);
  }

  #marks() {
    return planDiskMarks(this.#ports.minFree());
  }
}
