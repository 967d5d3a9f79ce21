import { type MonoMs, type RelPath, StorageError, type WallMs } from "@unf/core/base";
import type { Clock, Timeline } from "@unf/core/ports";
import type { MissedStates } from "@unf/core/timeline";

export interface MissedPorts {
  readonly clock: Clock;
  readonly timeline: Pick<Timeline, "noteMissed">;
}

/** The misses of one path without a long rest between them: one gap. */
interface Stretch {
  gap: number | undefined;
  readonly from: WallMs;
  to: WallMs;
  lastAt: MonoMs;
  states: number;
  isWritten: boolean;
}

/** A rest after which what is missed is told anew: a few lines in an hour, whatever a file does. */
const restMs = 15 * 60_000;

/** How often a stretch that goes on is written; what was not is lost in a crash. */
const writeMs = 5000;

/** About 300 B each. */
const stretchesMax = 1000;

/** States that stood and were not recorded, until the timeline has them as gaps: one of a path and stretch. */
export class MissedLedger {
  readonly #ports: MissedPorts;
  /** In the order in which they began. */
  readonly #stretches = new Map<RelPath, Stretch>();
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(ports: MissedPorts) {
    this.#ports = ports;
  }

  /** A state that stood for so long was overwritten now. */
  note(path: RelPath, stoodMs: number): void {
    const { clock } = this.#ports;
    const now = clock.mono();
    const to = clock.wall();
    const known = this.#stretches.get(path);
    if (known !== undefined && now - known.lastAt < restMs) {
      const states = known.states + 1;
      const end = Math.max(known.to, to) as WallMs;
      Object.assign(known, { to: end, lastAt: now, states, isWritten: false });
      return;
    }
    if (this.#stretches.size >= stretchesMax) this.#makeRoom();
    const from = (to - stoodMs) as WallMs;
    this.#stretches.delete(path);
    const fresh = { gap: undefined, from, to, lastAt: now, states: 1, isWritten: false };
    this.#stretches.set(path, fresh);
  }

  /** Called about once a second. */
  tick(): void {
    const now = this.#ports.clock.mono();
    if (now - this.#writtenAt < writeMs) return;
    this.write();
    for (const [path, { lastAt, isWritten }] of this.#stretches) {
      if (isWritten && now - lastAt >= restMs) this.#stretches.delete(path);
    }
  }

  /** Writes the gaps; those that the store cannot take now are kept for the next time. */
  write(): void {
    const due = [...this.#stretches].filter(([, { isWritten }]) => !isWritten);
    if (due.length === 0) return;
    this.#writtenAt = this.#ports.clock.mono();
    try {
      const ids = this.#ports.timeline.noteMissed(
        due.map(([path, stretch]) => rowOf(path, stretch)),
      );
      for (const [index, [, stretch]] of due.entries()) {
        Object.assign(stretch, { gap: ids[index], isWritten: true });
      }
    } catch (thrown) {
      if (!(thrown instanceof StorageError)) throw thrown;
    }
  }

  /** The stretches that began first go on as new ones, if they do. Many at once: each write is a flush. */
  #makeRoom(): void {
    this.write();
    const oldest = this.#stretches
      .keys()
      .take(stretchesMax / 4)
      .toArray();
    for (const path of oldest) this.#stretches.delete(path);
  }
}

function rowOf(path: RelPath, { gap, from, to, states }: Stretch): MissedStates {
  return { gap, path, from, to, states };
}
