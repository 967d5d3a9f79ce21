import { type AgentCall, addSpan, type Span } from "@unf/core/attribution";
import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Reach } from "@unf/core/timeline";

/** Tool calls that may have written what is recorded now: those that are open, and the last that ended. */
export class ToolCalls {
  readonly #open = new Map<number, AgentCall>();
  /** The earliest end first. */
  #ended: AgentCall[] = [];

  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#ended.length === 0;
  }

  open(): readonly AgentCall[] {
    return [...this.#open.values()];
  }

  list(): readonly AgentCall[] {
    return [...this.#open.values(), ...this.#ended];
  }

  began(call: AgentCall): void {
    if (call.endedAt === null) this.#open.set(call.id, call);
    else this.#keep(call);
  }

  /** `isCut`: as in `AgentCall`. */
  ended(
    id: number,
    at: WallMs,
    how: { readonly isCut: boolean; readonly reach?: Reach },
  ): AgentCall | undefined {
    const call = this.#open.get(id);
    if (call === undefined) return undefined;
    this.#open.delete(id);
    const ended = { ...call, endedAt: at, ...how };
    this.#keep(ended);
    return ended;
  }

  /** The own end of a call that was over without it; `undefined` where it is not known, or was heard. */
  endedLate(session: string, agentCall: string, at: WallMs): AgentCall | undefined {
    const index = this.#ended.findIndex(
      (call) => call.isCut === true && call.session === session && call.agentCall === agentCall,
    );
    const call = this.#ended[index];
    if (call === undefined) return undefined;
    const endedAt = Math.max(call.startedAt, at) as WallMs;
    const ended = { ...call, isCut: false, endedAt };
    this.#ended[index] = ended;
    return ended;
  }

  /** Notes the states of an ended call's files at its end. */
  left(id: number, left: NonNullable<AgentCall["left"]>): void {
    this.#ended = this.#ended.map((call) => (call.id === id ? { ...call, left } : call));
  }

  /**
   * A call that began in the future began before the clock was set back: an open one begins now, and one
   * that ended would tell of what is written when its instants come again.
   */
  followClock(now: WallMs): void {
    const isPast = (call: AgentCall) => call.startedAt <= now + limits.sessions.clockSlackMs;
    for (const [id, call] of this.#open)
      if (!isPast(call)) this.#open.set(id, { ...call, startedAt: now });
    if (!this.#ended.every(isPast)) this.#ended = this.#ended.filter(isPast);
  }

  /** No process of an open call lived in the span, as far as is seen: `as` it is certain or not. */
  slept(id: number, span: Span, as: "dormant" | "unseen"): void {
    const call = this.#open.get(id);
    if (call !== undefined) this.#open.set(id, { ...call, [as]: addSpan(call[as], span) });
  }

  /** A command of the session was seen below its agent: what was not seen there before was not there. */
  seen(session: string): void {
    const sure = (call: AgentCall): AgentCall => {
      const { unseen, ...rest } = call;
      if (unseen === undefined || call.session !== session) return call;
      return { ...rest, dormant: unseen };
    };
    for (const [id, call] of this.#open) this.#open.set(id, sure(call));
    this.#ended = this.#ended.map(sure);
  }

  /** Forgets calls that ended so long ago that nothing of them is still to be recorded. */
  forget(before: number): void {
    this.#ended = this.#ended.filter(({ endedAt }) => endedAt === null || endedAt >= before);
  }

  #keep(call: AgentCall): void {
    this.#ended.push(call);
    if (this.#ended.length > limits.sessions.endedCallsMax) this.#ended.shift();
  }
}
