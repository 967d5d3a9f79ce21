import type { WallMs } from "@unf/core/base";
import type { Hint, RootWatch } from "@unf/core/ports";
import type { Random } from "../engine/random.ts";
import type { Temperament } from "./temperament.ts";

export interface WatcherPorts {
  readonly random: Random;
  readonly temper: Temperament;
  readonly wall: () => WallMs;
  readonly hold: () => Promise<void>;
  readonly onHandedOver: (hints: readonly Hint[]) => void;
  /** Called after an overflow was handed over: the first hint was lost at `since`. */
  readonly onOverflowTold: (since: WallMs) => void;
}

/** A queue is read from its beginning to its end within this time. */
const drainMsMax = 500;

type Queued = Hint | { readonly kind: "lost"; readonly since: WallMs };

/**
 * A watcher as bad as the port allows: hints wait in a queue that overflows, get lost, come twice and
 * out of order; it dies, or takes the root for lost.
 */
export class BadWatcher {
  readonly #ports: WatcherPorts;
  #queue: Queued[] = [];
  /** When the first hint was handed over since the queue was last found empty. */
  #drainedFrom: WallMs | undefined;
  #deliver: ((hints: readonly Hint[]) => void) | undefined;

  constructor(ports: WatcherPorts) {
    this.#ports = ports;
  }

  get isAttached(): boolean {
    return this.#deliver !== undefined;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  readonly watch = async (
    _scope: unknown,
    deliver: (hints: readonly Hint[]) => void,
  ): Promise<RootWatch> => {
    this.#deliver = deliver;
    this.#queue = [];
    await this.#ports.hold();
    return {
      directories: 1,
      rewatch: () => this.#ports.hold(),
      barrier: () => this.#barrier(),
      [Symbol.asyncDispose]: async () => {
        if (this.#deliver === deliver) this.detach();
        await this.#ports.hold();
      },
    };
  };

  /** Nobody listens any more. */
  detach(): void {
    this.#deliver = undefined;
    this.#queue = [];
    this.#drainedFrom = undefined;
  }

  /** The system has seen something happen. */
  saw(hint: Hint): void {
    if (this.#deliver === undefined) return;
    const { random, temper } = this.#ports;
    if (random.chance(temper.hintDropped)) return;
    this.#push(hint);
    if (random.chance(temper.hintDoubled)) this.#push(hint);
  }

  /** Hands over the first `count` of what waits. */
  handOver(count: number): void {
    const deliver = this.#deliver;
    if (deliver === undefined || this.#queue.length === 0) return;
    const { random, temper } = this.#ports;
    this.#drainedFrom ??= this.#ports.wall();
    const took = this.#ports.wall() - this.#drainedFrom;
    const taken = this.#queue.splice(0, count);
    const shuffled = random.chance(temper.hintsShuffled) ? random.shuffled(taken) : taken;
    const told = shuffled.filter(({ kind }) => kind !== "lost" || temper.tellsOverflow).map(toHint);
    this.#ports.onHandedOver(told);
    deliver(told);
    if (this.#queue.length === 0) this.#drainedFrom = undefined;
    // A reader that takes seconds for one queue was stopped in the middle of it.
    if (!temper.tellsOverflow || took > drainMsMax) return;
    for (const one of taken) if (one.kind === "lost") this.#ports.onOverflowTold(one.since);
  }

  /** Ends by itself, with or without having handed over what it had seen. */
  die(): void {
    const deliver = this.#deliver;
    this.detach();
    deliver?.([{ kind: "dead", cause: new Error("planted: the watcher died") }]);
  }

  /** Says that the root is gone although it is there. */
  loseRoot(): void {
    this.#deliver?.([{ kind: "root_lost", why: this.#ports.random.pick(["moved", "deleted"]) }]);
  }

  #push(hint: Hint): void {
    const last = this.#queue.at(-1);
    if (this.#queue.length < this.#ports.temper.queueMax) this.#queue.push(hint);
    else if (last?.kind !== "lost") this.#queue.push({ kind: "lost", since: this.#ports.wall() });
  }

  async #barrier(): Promise<"ok" | "timeout" | "unsupported"> {
    const { hold, random, temper } = this.#ports;
    await hold();
    if (random.chance(0.3)) return "timeout";
    this.handOver(this.#queue.length);
    // One that loses hints without a word cannot know whether it has told all.
    return temper.hintDropped > 0 || !temper.tellsOverflow ? "unsupported" : "ok";
  }
}

function toHint(queued: Queued): Hint {
  return queued.kind === "lost" ? { kind: "overflow", proven: true } : queued;
}
