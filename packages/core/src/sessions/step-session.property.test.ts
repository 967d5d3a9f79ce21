import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AbsPath, WallMs } from "../base/brand.ts";
import type { AgentAct, AgentEvent, ToolUse } from "./agent-event.ts";
import type { SessionAct, SessionState } from "./session-state.ts";
import { expireSession, stepSession } from "./step-session.ts";

const use = fc.record<ToolUse>({
  call: fc.option(fc.constantFrom("a", "b", "c"), { freq: 3 }),
  tool: fc.constant("Tool"),
  reach: fc.constantFrom(
    { kind: "nothing" } as const,
    { kind: "shell", command: "make" } as const,
    { kind: "paths", paths: [{ path: "/f" as AbsPath }] } as const,
  ),
});
const what: fc.Arbitrary<AgentAct> = fc.oneof(
  fc.constant({ kind: "session_start" } as const),
  fc.constant({ kind: "session_end" } as const),
  fc.constant({ kind: "prompt", text: "do it" } as const),
  fc.constant({ kind: "stop" } as const),
  fc.record({ kind: fc.constantFrom("tool_start" as const, "tool_end" as const), use }),
);
const event = fc
  .record({ at: fc.nat(60), what, isSub: fc.boolean() })
  .map(({ at, what, isSub }): AgentEvent => {
    const own = { agent: "codex", session: "one", at: at as WallMs, cwd: null, what };
    return isSub ? { ...own, subagent: "sub" } : own;
  });

/** Keeps the books that a timeline keeps, and refuses what it could not carry out. */
class Books {
  readonly sessions: string[] = [];
  open: { at: number; turnAt: number | undefined; newestTurnAt: number } | undefined;
  #last: Books["open"];
  readonly #calls = new Map<number, { at: number; endedAt: number | null }>();

  apply(act: SessionAct): void {
    if (act.kind === "open_session") {
      assert.equal(this.open, undefined, "one session at a time");
      assert.equal(this.sessions.length, 0, "one name, one session");
      this.sessions.push(act.session.id);
      this.#calls.clear();
      const at = act.session.startedAt;
      this.open = { at, turnAt: undefined, newestTurnAt: -1 };
      return;
    }
    const { open } = this;
    if (act.kind === "reopen_session") {
      assert.ok(open === undefined && this.#last !== undefined && act.at >= this.#last.at);
      this.open = this.#last;
      return;
    }
    assert.ok(open !== undefined, `${act.kind} outside of a session`);
    if (act.kind === "open_turn") {
      assert.equal(open.turnAt, undefined, "one turn at a time");
      assert.ok(act.at > open.newestTurnAt, "turns come in order");
      this.open = { ...open, turnAt: act.at, newestTurnAt: act.at };
    } else if (act.kind === "end_turn") {
      assert.ok(open.turnAt !== undefined && act.at >= open.turnAt, "a turn ends after it began");
      this.open = { ...open, turnAt: undefined };
    } else if (act.kind === "name_turn") {
      assert.ok(open.turnAt !== undefined, "what is named is open");
    } else if (act.kind === "open_call") {
      assert.ok(!this.#calls.has(act.key), "a key is given out once");
      assert.ok(act.endedAt === null || act.endedAt >= act.at);
      this.#calls.set(act.key, { at: act.at, endedAt: act.endedAt });
    } else if (act.kind === "end_call") {
      const call = this.#calls.get(act.key);
      assert.ok(call?.endedAt === null && act.at >= call.at, "a call ends once, after it began");
      this.#calls.set(act.key, { ...call, endedAt: act.at });
    } else if (act.kind !== "late_end" && act.kind !== "set_fork") {
      assert.equal(open.turnAt, undefined, "no turn is left open");
      assert.ok([...this.#calls.values()].every(({ endedAt }) => endedAt !== null));
      assert.ok(act.at >= open.at);
      this.#last = this.open;
      this.open = undefined;
    }
  }
}

test("events in any order, any number of times, never say what a timeline could not hold", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const books = new Books();
      let state: SessionState | undefined;
      for (const one of events) {
        const freshId = `s-${books.sessions.length + 1}`;
        const step = stepSession(state, one, { freshId, parent: null, storePrompts: false });
        for (const act of step.acts) books.apply(act);
        state = step.state;
        assert.equal(state !== undefined && state.endedAt === null, books.open !== undefined);
      }
      if (state === undefined) return;
      for (const act of expireSession(state, 1e9 as WallMs).acts) books.apply(act);
      assert.equal(books.open, undefined);
    }),
    { numRuns: 3000 },
  );
});
