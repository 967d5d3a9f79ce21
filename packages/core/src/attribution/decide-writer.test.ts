import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProcessMark } from "../ports/writer-probe.ts";
import { decideWriter, type SessionProcesses } from "./decide-writer.ts";

const marks = (...pairs: readonly (readonly [number, number])[]): readonly ProcessMark[] =>
  pairs.map(([pid, startTicks]) => ({ pid, startTicks }));

const session = (name: string, ...pairs: readonly (readonly [number, number])[]) => ({
  ...{
    session: `s-${name}`,
    agent: `agent ${name}`,
    agentSession: name,
    processes: marks(...pairs),
  },
});

function decide(
  sessions: readonly SessionProcesses[],
  lineage: readonly ProcessMark[],
  named: string | null = null,
  isInteractive = false,
) {
  return decideWriter({ lineage, session: named, isInteractive }, sessions);
}

const one = session("one", [10, 100]);
const two = session("two", [20, 200]);

test("a process below that of a session does its work, and so does that process itself", () => {
  const own = { kind: "session", session: "s-one" };
  assert.deepEqual(decide([one, two], marks([30, 300], [31, 250], [10, 100], [2, 5])), own);
  assert.deepEqual(decide([one, two], marks([10, 100], [2, 5])), own);
});

test("an agent that another one started has its own work", () => {
  const nested = marks([30, 300], [20, 200], [10, 100]);
  assert.deepEqual(decide([one, two], nested), { kind: "session", session: "s-two" });
});

test("a process that got the number of an agent's is another one", () => {
  assert.equal(decide([one], marks([30, 300], [10, 250])), undefined);
});

test("in an editor that an agent has opened a person may type, and an editor runs agents as well", () => {
  const lineage = marks([40, 400], [30, 300], [10, 100], [2, 5]);
  const decideTyped = (pid: number, startTicks: number) => {
    const writer = { lineage, session: null, isInteractive: true, typedIn: { pid, startTicks } };
    return decideWriter(writer, [one, two])?.kind;
  };
  assert.equal(decideTyped(40, 400), "hint");
  assert.equal(decideTyped(30, 300), "hint");
  assert.equal(decideTyped(10, 100), "session", "it is the agent");
  assert.equal(decideTyped(2, 5), "session");
});

test("what lost its parent is told by its environment", () => {
  const orphan = marks([30, 300]);
  assert.deepEqual(decide([one, two], orphan, "two"), { kind: "session", session: "s-two" });
  assert.equal(decide([one, two], orphan, "three"), undefined);
  assert.equal(decide([one, two], orphan), undefined);
});

test("two sessions of one process cannot be told apart by it", () => {
  assert.equal(decide([one, session("again", [10, 100])], marks([30, 300], [10, 100])), undefined);
});

test("below something older than a session, and not below the session, nothing is its work", () => {
  const editor = marks([40, 400], [41, 150]);
  assert.deepEqual(decide([one, two], editor), { kind: "stranger", to: ["s-two"] });
  const older = marks([40, 400], [41, 50]);
  assert.deepEqual(decide([one, two], older), { kind: "stranger", to: ["s-one", "s-two"] });
});

test("who may be an agent's orphan is no stranger to it, nor anybody to an unknown process", () => {
  assert.equal(decide([one], marks([40, 400])), undefined);
  assert.equal(decide([session("hidden")], marks([40, 400], [41, 5])), undefined);
});

test("what its environment says of one who is no orphan of the session is a mere hint", () => {
  const hint = { kind: "hint", session: "s-two" };
  // A person's editor, started from the agent's shell.
  assert.deepEqual(decide([one, two], marks([30, 300]), "two", true), hint);
  // Below something that was there before the agent.
  assert.deepEqual(decide([one, two], marks([30, 300], [31, 50]), "two"), hint);
  // Nobody knows since when that agent lives.
  assert.deepEqual(decide([session("two")], marks([30, 300]), "two"), hint);
});
