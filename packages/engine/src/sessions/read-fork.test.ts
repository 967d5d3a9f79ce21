import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import type { SessionReader } from "@unf/core/ports";
import type { AgentEvent, SessionStart } from "@unf/core/sessions";
import { readFork } from "./read-fork.ts";

/** Sessions from the newest, each with its turns: the names of their prompts and of their uses of tools. */
type Sessions = Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>;

function forkOf(sessions: Sessions, start: Omit<SessionStart, "kind">, own?: string) {
  const ids = Object.keys(sessions);
  const turns = (id: string) => Object.entries(sessions[id] ?? {});
  const timeline = {
    agentSession: (_agent: string, name: string) =>
      ids.includes(`s-${name}`) ? { id: `s-${name}` } : undefined,
    session: (id: string) => ({ id, parent: null }),
    sessions: ({ limit }: { readonly limit: number }) => ids.slice(0, limit).map((id) => ({ id })),
    turns: ({ session }: { readonly session: string }) =>
      turns(session).map(([id, [promptId]]) => ({ id: Number(id), promptId })),
    toolCalls: ({ session }: { readonly session: string }) =>
      turns(session).flatMap(([turn, [, ...calls]]) =>
        calls.map((agentCall) => ({ turn: Number(turn), agentCall })),
      ),
  } as unknown as SessionReader;
  const event: AgentEvent = {
    ...{ agent: "claude-code", session: "new", at: 1 as WallMs, cwd: null },
    what: { kind: "session_start", ...start },
  };
  const { parent, sharedTurn } = readFork(timeline, event, own);
  return `${parent} ${sharedTurn}`;
}

test("uses of tools name the other session and the last turn of it, and counted ones nothing", () => {
  const sessions = {
    "s-b": { 3: ["p3", "toolu_01_three", "call_0"] },
    "s-a": { 1: ["p1", "toolu_01_one", "call_0"], 2: ["p2", "toolu_01_two", "toolu_01_more"] },
  };
  const held = (...holds: string[]) => forkOf(sessions, { holds });
  assert.equal(held("toolu_01_one", "toolu_01_two"), "s-a 2");
  assert.equal(held("toolu_01_one"), "s-a 1");
  assert.equal(held("p1"), "s-a 1");
  assert.equal(held("toolu_01_one", "toolu_01_three"), "s-b 3");
  assert.equal(held("call_0"), "null undefined");
  assert.equal(forkOf(sessions, { holds: ["toolu_01_three"] }, "s-b"), "null undefined", "its own");
});

test("a session that is named is looked at first, however old it is", () => {
  const old = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`s-${n}x`, {}]));
  const sessions = {
    "s-new": { 9: ["p9", "toolu_01_one"] },
    ...old,
    "s-a": { 1: ["toolu_01_one"] },
  };
  assert.equal(forkOf(sessions, { resumes: "a", holds: ["toolu_01_one"] }), "s-a 1");
  assert.equal(forkOf(sessions, { holds: ["toolu_01_one"] }), "s-new 9");
  assert.equal(forkOf(sessions, { resumes: "a", holds: [] }), "s-a 0");
  assert.equal(forkOf(sessions, { resumes: "a" }), "s-a undefined");
  assert.equal(forkOf(sessions, { resumes: "nobody" }), "null undefined");
});
