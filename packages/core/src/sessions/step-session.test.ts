import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, BlobId, WallMs } from "../base/brand.ts";
import type { Reach } from "../timeline/reach.ts";
import type { AgentAct, AgentEvent, ToolUse } from "./agent-event.ts";
import { restoreSession, type SessionAct, type SessionState } from "./session-state.ts";
import { expireSession, stepSession } from "./step-session.ts";

const hour = 3_600_000;

function event(at: number, what: AgentAct, more: Partial<AgentEvent> = {}): AgentEvent {
  return { agent: "codex", session: "one", at: at as WallMs, cwd: null, what, ...more };
}

/** A shell command with this id, or without. */
function shell(call: string | null, command = "make"): ToolUse {
  return { call, tool: "Bash", reach: { kind: "shell", command } };
}

function edit(call: string | null, ...paths: readonly string[]): ToolUse {
  const reach: Reach = { kind: "paths", paths: paths.map((path) => ({ path: path as AbsPath })) };
  return { call, tool: "Edit", reach };
}

const prompt = (at: number, text = "do it") => event(at, { kind: "prompt", text });
const stop = (at: number) => event(at, { kind: "stop" });
const start = (at: number, use: ToolUse) => event(at, { kind: "tool_start", use });
const end = (at: number, use: ToolUse) => event(at, { kind: "tool_end", use });

interface Played {
  readonly state: SessionState | undefined;
  readonly acts: readonly SessionAct[];
}

/** Plays events; the first session is `s-1`, the next `s-2`. */
function play(events: readonly AgentEvent[], from?: SessionState): Played {
  let opened = 0;
  return events.reduce(
    ({ state, acts }: Played, one) => {
      const context = { freshId: `s-${opened + 1}`, parent: null, storePrompts: false };
      const step = stepSession(state, one, context);
      opened += step.acts.filter(({ kind }) => kind === "open_session").length;
      return { state: step.state, acts: [...acts, ...step.acts] };
    },
    { state: from, acts: [] },
  );
}

/** Each act as its kind, instant and by what or which. */
function told(events: readonly AgentEvent[], from?: SessionState): string[] {
  return play(events, from).acts.map(tell);
}

function tell(act: SessionAct): string {
  switch (act.kind) {
    case "open_session":
      return `session ${act.session.id} ${act.session.startedAt} of ${act.session.parent}`;
    case "reopen_session":
      return `reopen ${act.at}`;
    case "open_turn":
      return `turn ${act.at} ${act.label}`;
    case "name_turn":
      return `turn is ${act.promptId}`;
    case "open_call":
      return `call ${act.key} ${act.at}${act.endedAt === null ? "" : `-${act.endedAt}`}`;
    case "end_call":
      return `end call ${act.key} ${act.at}${act.reach === undefined ? "" : " with more"}`;
    case "set_fork":
      return `fork of ${act.parent} ${act.sharedTurn}`;
    case "late_end":
      return `late end ${act.call} ${act.at}`;
    case "end_turn":
    case "end_session":
      return `${act.kind.replace("_", " ")} ${act.at} ${act.by}`;
  }
}

/** The same event, which the agent says belongs to that prompt of its. */
const of = (id: string, one: AgentEvent): AgentEvent => ({ ...one, prompt: id });

test("a prompt that is typed while the agent works is heard within the open turn", () => {
  const events = [
    of("p1", prompt(1)),
    of("p1", start(2, shell("a"))),
    of("p1", prompt(3, "and that")),
    of("p1", end(4, shell("a"))),
    of("p1", stop(5)),
  ];
  assert.deepEqual(told(events), [
    "session s-1 1 of null",
    "turn 1 do it",
    "call 1 2",
    "end call 1 4",
    "end turn 5 stop",
  ]);
});

test("the end of a turn before, told late, does not end the one that follows", () => {
  const events = [
    of("p1", prompt(1)),
    of("p2", prompt(2, "more")),
    of("p1", stop(3)),
    of("p2", stop(4)),
  ];
  assert.deepEqual(told(events), [
    "session s-1 1 of null",
    "turn 1 do it",
    "end turn 2 next_prompt",
    "turn 2 more",
    "end turn 4 stop",
  ]);
});

test("a prompt under the name of one that is over opens a turn all the same", () => {
  const events = [of("p1", prompt(1)), of("p1", stop(2)), of("p1", prompt(3, "more"))];
  assert.deepEqual(told(events).at(-1), "turn 3 more");
});

test("a turn whose prompt had no name has that of the tools used in it", () => {
  const events = [prompt(1), of("p1", start(2, shell("a"))), of("p0", stop(3)), of("p1", stop(4))];
  assert.deepEqual(told(events).slice(-2), ["end call 1 4", "end turn 4 stop"]);
});

test("who names no prompt ends a turn by any end of one", () => {
  assert.deepEqual(told([of("p1", prompt(1)), stop(2)]).at(-1), "end turn 2 stop");
});

test("a session as agents tell it: start, prompt, tools, stop, end", () => {
  const events = [
    event(1, { kind: "session_start" }),
    prompt(2),
    start(3, shell("a")),
    end(4, shell("a")),
    stop(5),
    prompt(6, "more"),
    stop(7),
    event(8, { kind: "session_end" }),
  ];
  assert.deepEqual(told(events), [
    "session s-1 1 of null",
    "turn 2 do it",
    "call 1 3",
    "end call 1 4",
    "end turn 5 stop",
    "turn 6 more",
    "end turn 7 stop",
    "end session 8 session_end",
  ]);
});

test("an unknown session opens with its first event, unless that only ends something", () => {
  assert.deepEqual(told([start(3, shell("a"))]), ["session s-1 3 of null", "call 1 3"]);
  assert.deepEqual(told([end(3, edit("a", "/f"))]), ["session s-1 3 of null", "call 1 3-3"]);
  assert.deepEqual(told([stop(1), event(2, { kind: "session_end" })]), []);
});

test("a prompt ends the turn before it, with the tool calls whose end was not heard of", () => {
  assert.deepEqual(told([prompt(1), start(2, shell("a")), prompt(5, "next"), stop(6)]).slice(1), [
    "turn 1 do it",
    "call 1 2",
    "end call 1 5",
    "end turn 5 next_prompt",
    "turn 5 next",
    "end turn 6 stop",
  ]);
});

test("the end of a session ends all that is open of it", () => {
  const ended = told([prompt(1), start(2, shell("a")), event(3, { kind: "session_end" })]);
  assert.deepEqual(ended.slice(-3), [
    "end call 1 3",
    "end turn 3 session_end",
    "end session 3 session_end",
  ]);
});

test("a stop that is told late is not the next one told twice", () => {
  const events = [prompt(1), prompt(5, "next"), start(6, shell("a")), end(7, shell("a")), stop(4)];
  assert.deepEqual(told([...events, stop(8)]).at(-1), "end turn 8 stop");
});

test("what comes twice counts once", () => {
  const events = [
    event(1, { kind: "session_start" }),
    prompt(2),
    start(3, shell("a")),
    end(4, shell("a")),
    start(5, shell("b")),
    stop(6),
    event(7, { kind: "session_end" }),
  ];
  const once = told(events);
  assert.deepEqual(told(events.flatMap((one) => [one, one])), once);
  assert.deepEqual(told([...events, ...events]), once);
});

test("a stop that comes after the next prompt was of the turn before, and ends nothing", () => {
  const late = told([prompt(1), prompt(5, "next"), start(6, shell("a")), stop(4)]);
  assert.deepEqual(late.slice(-2), ["turn 5 next", "call 1 6"]);
});

test("a stop that comes late leaves alone what began after it", () => {
  const events = [prompt(1), start(2, shell("a")), start(9, shell("b")), stop(5)];
  assert.deepEqual(told(events).slice(-2), ["end call 1 5", "end turn 5 stop"]);
  assert.deepEqual(
    play(events).state?.calls.map(({ key }) => key),
    [2],
  );
});

test("a prompt that comes after a later one is left out", () => {
  assert.deepEqual(told([prompt(5), prompt(3, "late")]).slice(1), ["turn 5 do it"]);
});

test("work after a stop belongs to the turn that stopped", () => {
  const events = [prompt(1), stop(2), start(3, shell("a")), end(4, shell("a")), stop(5)];
  assert.deepEqual(told(events).slice(-3), ["end turn 2 stop", "call 1 3", "end call 1 4"]);
});

test("a call's end without start reaches back to the event before, but only for named files", () => {
  assert.deepEqual(told([prompt(1), end(9, edit("a", "/f"))]).slice(-1), ["call 1 1-9"]);
  assert.deepEqual(told([prompt(1), end(9, shell("a"))]).slice(-1), ["call 1 9-9"]);
  const disordered = [prompt(1), start(8, shell("b")), end(5, edit("a", "/f"))];
  assert.deepEqual(told(disordered).slice(-1), ["call 2 5-5"]);
});

test("a start that comes after its end changes nothing", () => {
  const events = [prompt(1), end(9, edit("a", "/f")), start(3, edit("a", "/f"))];
  assert.deepEqual(told(events).slice(-1), ["call 1 1-9"]);
});

test("a call never ends before it began", () => {
  assert.deepEqual(told([start(5, shell("a")), end(3, shell("a"))]).slice(-1), ["end call 1 5"]);
});

test("calls without ids pair by tool and reach, the oldest first", () => {
  const [a, b, c, d] = [1, 6, 12, 18].map((at) => at * 1000) as [number, number, number, number];
  const same = [start(a, shell(null)), start(a, shell(null, "ls")), start(b + 1, shell(null))];
  const ends = [end(c, shell(null)), end(d, shell(null)), end(d, shell(null, "ls"))];
  assert.deepEqual(told([...same, ...ends]).slice(-3), [
    `end call 1 ${c}`,
    `end call 3 ${d}`,
    `end call 2 ${d}`,
  ]);
});

test("what two hooks tell of one event is one event, in whatever order they end", () => {
  const work = (from: number) => [
    ...[start(from, shell(null)), start(from + 40, shell(null))],
    ...[end(from + 900, shell(null)), end(from + 950, shell(null))],
  ];
  const begun = [event(1, { kind: "session_start" }), event(2, { kind: "session_start" })];
  const both = [
    ...begun,
    prompt(10),
    prompt(60),
    ...work(100),
    ...work(2000),
    stop(9000),
    stop(9060),
  ];
  assert.deepEqual(told(both), [
    "session s-1 1 of null",
    "turn 10 do it",
    ...["call 1 100", "end call 1 1000", "call 2 2000", "end call 2 2900"],
    "end turn 9000 stop",
  ]);
  const beside = [start(100, shell(null)), start(110, shell(null, "ls")), start(120, shell(null))];
  assert.equal(play([prompt(10), ...beside]).state?.calls.length, 2);
});

test("an agent that tells of no prompt has a turn from its first tool to its stop, also when resumed", () => {
  const droid = (one: AgentEvent): AgentEvent => ({ ...one, agent: "droid" });
  const run = (from: number, call: string) => [
    event(from, { kind: "session_start" }),
    start(from + 1, shell(call)),
    end(from + 2, shell(call)),
    start(from + 3, shell(`${call}2`)),
    stop(from + 5),
    event(from + 6, { kind: "session_end" }),
  ];
  const turns = told([...run(10, "a"), ...run(90_000, "b")].map(droid)).filter((act) =>
    act.includes("turn"),
  );
  assert.deepEqual(turns, ["turn 11 ", "end turn 15 stop", "turn 90001 ", "end turn 90005 stop"]);
  const asked = told([prompt(1), start(2, shell("a")), start(3, shell("b"))].map(droid));
  assert.equal(asked.filter((act) => act.startsWith("turn")).length, 1);
});

test("the same words again are a new event once anything parts them, or the agent names them", () => {
  const turns = (events: readonly AgentEvent[]) =>
    play(events).acts.filter(({ kind }) => kind === "open_turn").length;
  assert.equal(turns([prompt(1), stop(2), prompt(3), stop(4)]), 2);
  assert.equal(turns([prompt(1), start(2, shell("a")), prompt(3)]), 2);
  assert.equal(turns([of("p1", prompt(1)), of("p2", prompt(3))]), 2);
  assert.equal(turns([prompt(1), prompt(1 + 6000)]), 2);
  assert.equal(turns([prompt(1), prompt(2, "and that")]), 2);
  assert.equal(
    play([prompt(1), start(2, shell("a")), start(3, shell("b"))]).state?.calls.length,
    2,
  );
  const quick = [prompt(1), stop(2), prompt(3, "more"), stop(4)];
  assert.deepEqual(told(quick).slice(-1), ["end turn 4 stop"]);
});

test("an end that tells of more files or of contents extends the claim", () => {
  const hash = "a".repeat(64) as BlobId;
  const begun = [prompt(1), start(2, edit("a", "/f", "/g"))];
  assert.deepEqual(told([...begun, end(3, edit("a", "/f"))]).slice(-1), ["end call 1 3"]);
  const paths = [{ path: "/f" as AbsPath, hash }, { path: "/h" as AbsPath }];
  const more = { ...edit("a"), reach: { kind: "paths", paths } as const };
  const act = play([...begun, end(3, more)]).acts.at(-1);
  assert.deepEqual(act?.kind === "end_call" && act.reach, {
    kind: "paths",
    paths: [{ path: "/f", hash }, { path: "/g" }, { path: "/h" }],
  });
});

test("a sub-agent's calls are the session's, its stop and prompts are not", () => {
  const subagent = { subagent: "review" };
  const events = [
    prompt(1),
    event(2, { kind: "tool_start", use: shell("a") }, subagent),
    event(3, { kind: "prompt", text: "sub" }, subagent),
    event(4, { kind: "stop" }, subagent),
    event(5, { kind: "session_end" }, subagent),
  ];
  assert.deepEqual(told(events).slice(1), ["turn 1 do it", "call 1 2"]);
});

test("a session that goes on after its end is the same one, open again", () => {
  const over = [prompt(1), event(2, { kind: "session_end" })];
  const late = [stop(3), end(4, edit("a", "/f")), prompt(1), event(5, { kind: "session_end" })];
  assert.deepEqual(told([...over, ...late]), told(over));
  for (const goesOn of [event(9, { kind: "session_start" }), prompt(9), start(9, shell("a"))]) {
    assert.equal(told([...over, ...late, goesOn])[4], "reopen 9");
  }
});

test("a session that goes on with another's conversation is that one's child", () => {
  const resumed = event(1, { kind: "session_start", resumes: "zero" });
  const context = { freshId: "s-9", parent: "s-0", storePrompts: false };
  const [act] = stepSession(undefined, resumed, context).acts;
  assert.equal(act?.kind === "open_session" && act.session.parent, "s-0");
  // How far both are one may be known only once it works.
  const { state } = stepSession(undefined, prompt(1), { ...context, parent: null });
  const again = event(1, { kind: "session_start", resumes: "zero", holds: ["p1"] });
  const known = { ...context, sharedTurn: 3 };
  assert.deepEqual(stepSession(state, again, known).acts.map(tell), ["fork of s-0 3"]);
  assert.deepEqual(stepSession(state, again, { ...context, parent: null }).acts, []);
  const opened = stepSession(undefined, again, known).acts;
  assert.deepEqual(opened.map(tell), ["session s-9 1 of s-0"]);
});

test("the whole prompt is kept only where the person wants it", () => {
  const context = { freshId: "s-1", parent: null, storePrompts: true };
  const kept = [context, { ...context, storePrompts: false }].map((given) => {
    const act = stepSession(undefined, prompt(1, "one\ntwo"), given).acts.at(-1);
    return act?.kind === "open_turn" && [act.label, act.prompt];
  });
  assert.deepEqual(kept, [
    ["one", "one\ntwo"],
    ["one", null],
  ]);
});

test("a session that is not heard of for six hours ended with its last event", () => {
  const { state } = play([prompt(1), start(2, shell("a"))]);
  assert.ok(state !== undefined);
  assert.deepEqual(expireSession(state, (6 * hour + 1) as WallMs).acts, []);
  const expired = expireSession(state, (6 * hour + 2) as WallMs);
  assert.deepEqual(expired.acts.map(tell), [
    "end call 1 2",
    "end turn 2 timeout",
    "end session 2 timeout",
  ]);
  assert.ok(expired.state !== undefined);
  assert.deepEqual(expireSession(expired.state, (99 * hour) as WallMs).acts, [], "it ends once");
  assert.deepEqual(told([prompt(7 * hour)], expired.state), [
    `reopen ${7 * hour}`,
    `turn ${7 * hour} do it`,
  ]);
});

test("a turn is opened with the name of its prompt, or gets it from what belongs to it", () => {
  const [, opened] = play([of("p1", prompt(1))]).acts;
  assert.equal(opened?.kind === "open_turn" && opened.promptId, "p1");
  assert.deepEqual(
    told([prompt(1), of("p1", start(2, shell("a"))), of("p2", start(3, shell("b")))]).slice(1),
    ["turn 1 do it", "turn is p1", "call 1 2", "call 2 3"],
  );
});

test("after a restart the stop of an earlier prompt is known to be late, and what is typed is heard within", () => {
  const turn = {
    ...{ id: 1, session: "s-1", label: "", prompt: null },
    before: 0,
    after: null,
  } as const;
  const open = { endedAt: null, endedBy: null } as const;
  const named = { agent: "codex", agentSession: "one", cwd: null, label: null, parent: null };
  const restored = restoreSession({
    session: { ...named, ...open, id: "s-1", startedAt: 1 as WallMs },
    turn: { ...turn, ...open, startedAt: 1 as WallMs, promptId: "p2" },
    toolCalls: [],
  });
  const late = [of("p1", stop(3)), of("p2", prompt(5000, "and that")), of("p2", stop(9000))];
  assert.deepEqual(told(late, restored), ["end turn 9000 stop"]);
});

test("after a restart a session goes on where it was", () => {
  const at = (ms: number) => ms as WallMs;
  const open = { endedAt: null, endedBy: null } as const;
  const named = { agent: "codex", agentSession: "one", cwd: null, label: null, parent: null };
  const turn = { session: "s-1", label: "do it", prompt: null, before: 0, after: null } as const;
  const state = restoreSession({
    session: { ...named, ...open, id: "s-1", startedAt: at(1) },
    turn: { ...turn, ...open, id: 4, startedAt: at(2) },
    toolCalls: [
      {
        ...{ id: 7, session: "s-1", turn: 4, agentCall: "a", tool: "Bash", startedAt: at(3) },
        ...{ reach: shell("a").reach, endedAt: null },
      },
    ],
  });
  assert.deepEqual(told([prompt(2), end(5, shell("a")), start(6, shell("b")), stop(8)], state), [
    "end call 7 5",
    "call 8 6",
    "end call 8 8",
    "end turn 8 stop",
  ]);
});

test("the own end of a call that was over with its turn is heard once, however late", () => {
  const use = { ...shell("one"), call: "one" };
  const events = [prompt(1), start(2, use), prompt(3), end(2, use), end(2, use)];
  assert.deepEqual(told(events).slice(-2), ["turn 3 do it", "late end one 2"]);
});
