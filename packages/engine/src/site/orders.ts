import { type AbsPath, type MonoMs, UnfError } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";

/**
 * How far an order is. Up to `staging` nothing in the project is changed; from `applying` on it is
 * decided and will be carried out; `recording`: all files are as planned, and rows are written.
 */
export type OrderPhase = "waiting" | "planning" | "staging" | "applying" | "recording";

export interface OrderProgress {
  readonly phase: OrderPhase;
  /** Steps; `null` while nobody knows. */
  readonly total: number | null;
  readonly done: number;
  /** The operation that it became; `null` before that. */
  readonly operation: number | null;
}

export interface OrderAtWork extends OrderProgress {
  readonly root: AbsPath;
  readonly plan: string | undefined;
}

export interface OrderSubject {
  readonly root: AbsPath;
  /** Id of the plan that was ordered. */
  readonly plan: string | undefined;
  readonly onProgress?: ((progress: OrderProgress) => void) | undefined;
}

/** Told at most this often: the eye sees no more. */
const tellEveryMs = 100;

/** Orders that are carried out in this process: how far each is, and who gave one up. */
export class Orders {
  readonly #orders = new Set<Order>();

  /** Orders at work, the one given first at the front. */
  list(): readonly OrderAtWork[] {
    return [...this.#orders];
  }

  begin(clock: Clock, subject: OrderSubject): Order {
    const order = new Order(clock, subject, () => this.#orders.delete(order));
    this.#orders.add(order);
    return order;
  }

  /**
   * Asks that an order ends early, and says how far it is: up to `staging` it is given up and nothing
   * is changed. One that is decided is carried out; with `isLeft` it is left for the next recorder.
   */
  interrupt(
    { root, plan }: Pick<OrderSubject, "root" | "plan">,
    { isLeft }: { readonly isLeft: boolean },
  ): OrderAtWork | undefined {
    const order = this.list().find((one) => one.root === root && one.plan === plan);
    if (order instanceof Order) order.interrupt(isLeft);
    return order;
  }
}

/** One order while it is carried out. */
export class Order implements OrderAtWork, Disposable {
  readonly root: AbsPath;
  readonly plan: string | undefined;
  phase: OrderPhase = "waiting";
  operation: number | null = null;
  done = 0;
  total: number | null = null;
  readonly #clock: Clock;
  readonly #onProgress: OrderSubject["onProgress"];
  readonly #end: () => void;
  #reportedAt: MonoMs | undefined;
  #interrupted: "none" | "give up" | "leave" = "none";

  constructor(clock: Clock, { root, plan, onProgress }: OrderSubject, end: () => void) {
    this.root = root;
    this.plan = plan;
    this.#clock = clock;
    this.#onProgress = onProgress;
    this.#end = end;
  }

  /** Begins a phase of so many steps. Throws `interrupted` where that was asked for. */
  enter(phase: OrderPhase, total: number | null = null): void {
    this.phase = phase;
    this.done = 0;
    this.total = total;
    this.check();
    this.#reportedAt = undefined;
    this.#report();
  }

  /** One step more is done. */
  readonly advance = (): void => {
    this.done += 1;
    this.#report();
  };

  /** So much is done, of nobody knows how much. */
  reach(done: number): void {
    this.done = done;
    this.#report();
  }

  /** Lets everything else have its turn. Throws as `check`. */
  readonly breathe = async (): Promise<void> => {
    await this.#clock.breathe();
    this.check();
  };

  /** Throws `interrupted` where somebody asked for it and it is not too late. */
  readonly check = (): void => {
    if (this.#interrupted === "none" || (this.isDecided && this.#interrupted === "give up")) return;
    throw new UnfError("interrupted", "interrupted");
  };

  interrupt(isLeft: boolean): void {
    this.#interrupted = isLeft ? "leave" : "give up";
  }

  get isDecided(): boolean {
    return this.phase === "applying" || this.phase === "recording";
  }

  [Symbol.dispose](): void {
    this.#end();
  }

  #report(): void {
    const now = this.#clock.mono();
    if (this.#reportedAt !== undefined && now - this.#reportedAt < tellEveryMs) return;
    this.#reportedAt = now;
    const { phase, done, total, operation } = this;
    this.#onProgress?.({ phase, done, total, operation });
  }
}

/** True for what an order throws that was asked to end early. */
export function isInterrupted(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "interrupted";
}
