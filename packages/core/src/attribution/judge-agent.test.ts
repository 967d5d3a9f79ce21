import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import {
  type AgentsReading,
  type Bystander,
  type HiddenProcess,
  keyOfProcess,
} from "../ports/agent-processes.ts";
import type { TreeProcess } from "../ports/process-tree.ts";
import { type AgentVerdict, isSettled, type JudgedChange, judgeAgent } from "./judge-agent.ts";

const agent = { pid: 10, startTicks: 10 };

/** Bytes that a process has written, and how many ms it has run. */
interface Account {
  readonly handed?: number;
  readonly paged?: number;
  readonly ranMs?: number;
}

interface Side {
  /** `hidden`: nobody may see what it writes. */
  readonly own?: Account | "hidden" | "gone";
  readonly other?: Account;
  readonly activity?: number;
  readonly at?: number;
}

function reading({ own = {}, other = {}, activity = 0, at = 0 }: Side): AgentsReading {
  const [from, to] = [at, at + 2] as WallMs[] as [WallMs, WallMs];
  const ranMs = own === "hidden" ? at : own === "gone" ? 0 : (own.ranMs ?? at);
  const bytesOf = ({ handed = 0, paged = 0 }: Account) => ({ handed, paged });
  const member: TreeProcess = {
    ...{ ...agent, name: "claude", bornAt: 0 as WallMs, hasEnded: false, endings: 0 },
    ranNs: 1 + ranMs * 1e6,
    ...(own === "hidden" || own === "gone" ? {} : { bytes: bytesOf(own) }),
  };
  const tree = { from, to, endingsBefore: 0, endingsAfter: 0, below: [member], isSteady: true };
  const reaped = { least: { handed: 0, paged: 0 }, most: { handed: 0, paged: 0 } };
  const person: Bystander = {
    ...{ pid: 7, startTicks: 7, parent: 6, bytes: bytesOf(other) },
  };
  const hidden: HiddenProcess = { pid: 8, startTicks: 8, activity };
  return {
    ...{ from, to, workMs: 2 },
    trees: new Map(own === "gone" ? [] : [[keyOfProcess(agent), { ...tree, reaped }]]),
    others: [person],
    hidden: [hidden],
  };
}

function judge(after: Side, change: Partial<JudgedChange> = {}, before: Side = {}): AgentVerdict {
  const whole = { bytes: 100, charges: "all", isSame: false, mayEdit: () => true } as const;
  return judgeAgent(agent, reading(before), reading({ at: 1000, ...after }), {
    ...whole,
    ...change,
  });
}

const enough = { handed: 150, paged: 4096 };

test("an agent that alone can have made a change has made it", () => {
  assert.equal(judge({ own: enough }), "wrote");
  assert.equal(judge({ own: enough, other: { handed: 90, paged: 4096 } }), "wrote");
  assert.equal(judge({ own: enough, other: enough }, { mayEdit: () => false }), "wrote");
});

test("where somebody else can have made it as well, it is contested", () => {
  assert.equal(judge({ own: enough, other: enough }), "contested");
  assert.equal(judge({ own: enough, activity: 1 }), "contested", "he hides what he writes");
  const typed = { handed: 150 };
  assert.equal(judge({ own: enough, other: typed }), "wrote", "he wrote to his terminal");
  const kept = judge({ own: enough, other: typed }, { isSame: true });
  assert.equal(kept, "contested", "its pages may have been changed before");
});

test("an agent that has not run, or written too little, has not made it", () => {
  assert.equal(judge({ own: { ranMs: 0 } }, { bytes: 0 }), "not");
  assert.equal(judge({ own: { handed: 90, paged: 4096 } }), "not");
  assert.equal(judge({ own: { handed: 150 }, other: enough }), "not", "a person has");
});

test("an agent that painted only may have written to pages that were changed before", () => {
  assert.equal(judge({ own: { handed: 150 } }), "contested");
  assert.equal(judge({ own: enough }, { charges: "bytes" }), "contested");
  assert.equal(judge({ own: { handed: 10 } }, { charges: "nothing" }), "contested");
});

test("what costs nothing is an agent's perhaps, if that did more than wait for its keys", () => {
  assert.equal(judge({ own: enough }, { bytes: 0 }), "contested");
  assert.equal(judge({ own: { ranMs: 9 } }, { bytes: 0 }), "not");
});

/** The same look with more of others. */
function beside(
  look: AgentsReading,
  more: Partial<Pick<AgentsReading, "others" | "hidden">>,
): AgentsReading {
  const { others = [], hidden = [] } = more;
  return { ...look, others: [...look.others, ...others], hidden: [...look.hidden, ...hidden] };
}

test("whoever has ended can have made a change, unless who waited for him shows what he wrote", () => {
  const bytes = { handed: 0, paged: 0 };
  const gone = { pid: 20, startTicks: 20, bytes };
  const change = { bytes: 100, charges: "all", isSame: false, mayEdit: () => true } as const;
  const after = reading({ own: enough, at: 1000 });
  const judgeBeside = (more: Parameters<typeof beside>[1], now = after): AgentVerdict =>
    judgeAgent(agent, beside(reading({}), more), now, change);
  assert.equal(judgeBeside({ others: [{ ...gone, parent: 1 }] }), "contested");
  assert.equal(judgeBeside({ others: [{ ...gone, parent: agent.pid }] }), "contested");
  assert.equal(judgeBeside({ others: [{ ...gone, parent: 7 }] }), "wrote");
  // Another one has got the number of his parent.
  const later = { ...gone, startTicks: 5 };
  assert.equal(judgeBeside({ others: [{ ...later, parent: 7 }] }), "contested");
  const opaque = { pid: 21, startTicks: 21, activity: 1 };
  assert.equal(judgeBeside({ hidden: [opaque] }), "contested");
  assert.equal(judgeBeside({ hidden: [opaque] }, beside(after, { hidden: [opaque] })), "wrote");
});

test("who was not looked at before can have made a change", () => {
  const bytes = { handed: 150, paged: 4096 };
  const after = beside(reading({ own: enough, at: 1000 }), {
    others: [{ pid: 22, startTicks: 1, parent: 1, bytes }],
  });
  const change = { bytes: 100, charges: "all", isSame: false, mayEdit: () => true } as const;
  assert.equal(judgeAgent(agent, reading({}), after, change), "contested");
});

test("what a command of an agent had written before the change does not count when it ends", () => {
  const change = { bytes: 100, charges: "all", isSame: false, mayEdit: () => true } as const;
  const withCommand = (look: AgentsReading, account: Account): AgentsReading => {
    const key = keyOfProcess(agent);
    const tree = look.trees.get(key);
    const [own] = tree?.below ?? [];
    assert.ok(tree !== undefined && own !== undefined);
    const { handed = 0, paged = 0 } = account;
    const command = { ...own, pid: 30, bytes: { handed, paged } };
    return { ...look, trees: new Map([[key, { ...tree, below: [own, command] }]]) };
  };
  const before = withCommand(reading({}), { handed: 120, paged: 4096 });
  const ended = (handed: number) => reading({ own: { handed, paged: 8192 }, at: 1000 });
  assert.equal(judgeAgent(agent, before, ended(150), change), "contested");
  assert.equal(judgeAgent(agent, before, ended(250), change), "wrote");
});

test("looks that are missing, or lie far apart, name nobody", () => {
  assert.equal(judge({ own: enough, at: 10_000 }), "contested");
  assert.equal(judge({ own: "gone" }), "contested");
  const after = reading({ own: enough, at: 1000 });
  const change = { bytes: 1, charges: "all", isSame: false, mayEdit: () => true } as const;
  assert.equal(judgeAgent(agent, undefined, after, change), "contested");
});

test("an agent that lets nobody see what it writes has made what nobody else can have", () => {
  assert.equal(judge({ own: "hidden" }, {}, { own: "hidden" }), "wrote");
  assert.equal(judge({ own: "hidden", other: enough }, {}, { own: "hidden" }), "contested");
});

test("a child that has ended and was not waited for leaves it open, unless it had ended before", () => {
  const [before, after] = [reading({}), reading({ at: 100 })];
  const withEnded = ({ trees, ...rest }: AgentsReading): AgentsReading => {
    const tree = trees.get(keyOfProcess(agent));
    assert.ok(tree !== undefined);
    const [own] = tree.below;
    assert.ok(own !== undefined);
    const ended = { ...own, pid: 99, hasEnded: true };
    return { ...rest, trees: new Map([[keyOfProcess(agent), { ...tree, below: [own, ended] }]]) };
  };
  assert.equal(isSettled(agent, before, after), true);
  assert.equal(isSettled(agent, before, withEnded(after)), false);
  assert.equal(isSettled(agent, undefined, withEnded(after)), false);
  assert.equal(isSettled(agent, withEnded(before), withEnded(after)), true);
  assert.equal(isSettled(agent, before, { ...after, trees: new Map() }), true, "it has gone");
});
