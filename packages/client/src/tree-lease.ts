import { type AbsPath, UnfError } from "@unf/core/base";
import { type OpenTrees, openTrees } from "@unf/wiring";
import { inTurn } from "./in-turn.ts";

/** How long a call waits for other processes, each of which has the store for half a second and a checkpoint. */
const waitMsMax = 30_000;
/** After so long the store is free for a moment, so that another process comes to its turn. */
const heldMsMax = 500;
/** Calls that follow each other at once need not open the store anew. */
const idleMs = 20;
/** Longer than the pauses in which those look who wait for it. */
const freeMs = 60;
const lookEveryMs = 15;

const leases = new Map<AbsPath, Lease>();

/** The one lease of a store in this process, which could not take the lock twice. */
export function leaseOf(home: AbsPath): Lease {
  const lease = leases.get(home) ?? new Lease(home);
  leases.set(home, lease);
  return lease;
}

/** The right to write to a store of trees, held while calls come and given back between them. */
class Lease {
  readonly #home: AbsPath;
  #open: OpenTrees | undefined;
  #openedAt = 0;
  #freeUntil = 0;
  #idle: NodeJS.Timeout | undefined;
  #givingBack: Promise<void> = Promise.resolve();

  constructor(home: AbsPath) {
    this.#home = home;
  }

  /** Runs the work when all that was asked for before is over. Throws `daemon_unavailable` after 30 s of waiting. */
  use<T>(work: (trees: OpenTrees) => T): Promise<T> {
    return inTurn(this.#home, async () => {
      clearTimeout(this.#idle);
      await this.#givingBack;
      this.#open ??= await this.#take();
      try {
        return work(this.#open);
      } finally {
        if (performance.now() - this.#openedAt > heldMsMax) {
          await this.#giveBack();
          this.#freeUntil = performance.now() + freeMs;
        } else {
          this.#idle = setTimeout(() => this.#giveBack(), idleMs);
        }
      }
    });
  }

  /** Gives the store back when what was asked for before is over. */
  release(): Promise<void> {
    return inTurn(this.#home, async () => {
      clearTimeout(this.#idle);
      await this.#giveBack();
    });
  }

  async #take(): Promise<OpenTrees> {
    const end = performance.now() + waitMsMax;
    for (;;) {
      const isFree = performance.now() >= this.#freeUntil;
      const trees = isFree ? await openTrees(this.#home) : undefined;
      if (trees !== undefined) {
        this.#openedAt = performance.now();
        return trees;
      }
      if (performance.now() >= end) {
        throw new UnfError("daemon_unavailable", `${this.#home} is in use by another process`, {
          hint: "nothing was done; call it again",
        });
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }

  #giveBack(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) this.#givingBack = Promise.resolve(open[Symbol.asyncDispose]());
    return this.#givingBack;
  }
}
