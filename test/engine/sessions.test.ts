import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { type Reach, unknownAuthor } from "@unf/core/timeline";
import { oopsProject } from "@unf/engine";
import { Agent, claim, liveStage, runAhead, save, tick } from "./agent.ts";
import type { Stage } from "./stage.ts";

const shell: Reach = { kind: "shell", command: "make" };

/** `path agent confidence turn` of each row that an event or a sweep recorded. */
function authors(stage: Stage): string[] {
  return stage
    .rows()
    .filter(({ cause }) => cause !== "baseline")
    .map(({ event, path, author: { agent, confidence, turn } }) =>
      [event, path, agent ?? "-", confidence, turn === null ? "" : `t-${turn}`].join(" ").trim(),
    );
}

test("what is written in a tool call that claims the path is the agent's, in its turn", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "add coupon support\nplease" });
  await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "2\n"));
  await save(stage, "b.txt", "by a person\n");
  await agent.tell({ kind: "stop" });
  await stage.flush();
  assert.deepEqual(authors(stage), ["modify a.txt claude-code hook t-1", "create b.txt - unknown"]);
  const [turn] = stage.timeline.turns({ limit: 10 });
  assert.equal(turn?.label, "add coupon support");
  assert.equal(turn?.endedBy, "stop");
  assert.deepEqual(Object.keys(stage.state(turn?.before as never)), ["a.txt"]);
  assert.equal(stage.state(turn?.before as never)["a.txt"], "0644 1\n");
  assert.equal(stage.state(turn?.after as never)["b.txt"], "0644 by a person\n");
});

test("what is written while one shell runs is in its window; with two it is ambiguous", async () => {
  await using stage = liveStage();
  await stage.start();
  const [one, two] = [new Agent(stage), new Agent(stage, "codex", "two")];
  await one.use(shell, () => save(stage, "a.txt", "1\n"));
  await one.use(shell, () => two.use(shell, () => save(stage, "b.txt", "1\n")));
  await stage.flush();
  assert.deepEqual(authors(stage), ["create a.txt claude-code window", "create b.txt - ambiguous"]);
  const row = stage.rows("b.txt")[0];
  assert.ok(row);
  assert.equal(stage.timeline.candidates(row.id).length, 2);
});

test("a hook that comes after the recording still tells whose it was", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  const began = stage.clock.wall();
  await save(stage, "a.txt", "1\n");
  await stage.flush();
  assert.deepEqual(authors(stage), ["create a.txt - unknown"]);
  const use = { call: "late", tool: "Write", reach: claim(stage, "a.txt") };
  await agent.tell({ kind: "tool_start", use }, began);
  await agent.tell({ kind: "tool_end", use });
  await stage.flush();
  assert.deepEqual(authors(stage), ["create a.txt claude-code hook t-1"]);
});

test("when even the first word of a session comes after the recording, its files are still its own", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  const began = stage.clock.wall();
  await save(stage, "a.txt", "1\n");
  await stage.flush();
  await agent.tell({ kind: "prompt", text: "go" }, began);
  const use = { call: "late", tool: "Write", reach: claim(stage, "a.txt") };
  await agent.tell({ kind: "tool_start", use }, began);
  await agent.tell({ kind: "tool_end", use });
  await stage.flush();
  assert.deepEqual(authors(stage), ["create a.txt claude-code hook t-1"]);
});

test("when all of a session is heard late, what it deleted is still its own, and not of before", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  stage.write("dir/b.txt", "1\n");
  await stage.start();
  await tick(stage);
  const began = stage.clock.wall();
  await tick(stage);
  stage.remove("a.txt");
  stage.remove("dir");
  await tick(stage);
  const ended = stage.clock.wall();
  await tick(stage);
  await stage.flush();
  const agent = new Agent(stage);
  const use = { call: "late", tool: "Bash", reach: shell };
  await agent.tell({ kind: "prompt", text: "go" }, began);
  await agent.tell({ kind: "tool_start", use }, began);
  await agent.tell({ kind: "tool_end", use }, ended);
  await stage.flush();
  assert.deepEqual(authors(stage), [
    "delete a.txt claude-code window t-1",
    "delete dir/b.txt claude-code window t-1",
  ]);
  const before = stage.timeline.turn(1)?.before;
  assert.deepEqual(Object.keys(stage.state(before as never)), ["a.txt", "dir/b.txt"]);
});

/** The file's contents at both ends of the first turn. */
function edges(stage: Stage, path: string): readonly (string | undefined)[] {
  const turn = stage.timeline.turn(1);
  return [turn?.before, turn?.after].map((id) => stage.state(id as never)[path]);
}

test("a prompt that is heard late marks the state of its own time, and so does the end", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await save(stage, "a.txt", "2\n");
  await tick(stage);
  const asked = stage.clock.wall();
  await save(stage, "a.txt", "3\n");
  await stage.flush();
  await agent.tell({ kind: "prompt", text: "go" }, asked);
  const done = stage.clock.wall();
  await save(stage, "a.txt", "4\n");
  await agent.tell({ kind: "stop" }, done);
  assert.deepEqual(edges(stage, "a.txt"), ["0644 2\n", "0644 3\n"]);
});

test("what was written before a prompt and is recorded after it is of the state before", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await tick(stage);
  stage.write("a.txt", "2\n");
  await tick(stage);
  const asked = stage.clock.wall();
  await tick(stage);
  await agent.tell({ kind: "prompt", text: "go" }, asked);
  await tick(stage);
  stage.write("a.txt", "3\n");
  await tick(stage);
  const done = stage.clock.wall();
  await tick(stage);
  await agent.tell({ kind: "stop" }, done);
  assert.deepEqual(edges(stage, "a.txt"), ["0644 2\n", "0644 3\n"]);
});

test("a file that went before the first prompt is of the state before, whenever that is heard", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  await tick(stage);
  stage.remove("a.txt");
  await tick(stage);
  const asked = stage.clock.wall();
  await tick(stage);
  await stage.flush();
  await new Agent(stage).tell({ kind: "prompt", text: "go" }, asked);
  await new Agent(stage).tell({ kind: "stop" });
  assert.deepEqual(edges(stage, "a.txt"), [undefined, undefined]);
});

test("a person's edit between two edits of an agent is a version of its own", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "1\n"));
  await save(stage, "a.txt", "2\n");
  await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "3\n"));
  await stage.flush();
  const settled = stage.rows("a.txt").filter((row) => row.settled && row.cause !== "baseline");
  assert.deepEqual(
    settled.map((row) => [stage.contentOf(row), row.author.agent]),
    [
      ["1\n", "claude-code"],
      ["2\n", null],
      ["3\n", "claude-code"],
    ],
  );
});

test("a write that is not yet known to be the agent's is parted from a person's before it", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await save(stage, "a.txt", "1\n");
  await agent.use(claim(stage, "a.txt"), async () => {
    // Changed later than the recorder has looked, as on a machine that is too busy.
    await runAhead(stage, 400);
    stage.save("a.txt", "2\n");
    await stage.clock.advance(200);
    const first = stage.rows("a.txt").at(-1);
    assert.deepEqual([first?.settled, first?.author.confidence], [false, "ambiguous"]);
    await tick(stage);
  });
  await stage.flush();
  const settled = stage.rows("a.txt").filter((row) => row.settled && row.cause !== "baseline");
  assert.deepEqual(
    settled.map((row) => [stage.contentOf(row), row.author.agent]),
    [
      ["1\n", null],
      ["2\n", "claude-code"],
    ],
  );
});

test("a deletion is attributed like a write, and what unf restores is nobody's", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  await stage.start();
  const target = { id: (await stage.flush()) ?? assert.fail() };
  const agent = new Agent(stage);
  await agent.use(shell, async () => {
    await tick(stage);
    stage.remove("a.txt");
    stage.gone("a.txt");
    await tick(stage);
    await stage.flush();
  });
  assert.deepEqual(authors(stage), ["delete a.txt claude-code window"]);
  await agent.use(shell, async () => void (await stage.restore({ target })));
  assert.deepEqual(stage.rows("a.txt").at(-1)?.author, unknownAuthor);
});

test("a tree that went with its files is still told by the directory that is left", async () => {
  await using stage = liveStage();
  stage.write("dir/deep/a.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.use(shell, async () => {
    await tick(stage);
    rmSync(stage.at("dir"), { recursive: true });
    await tick(stage);
  });
  await tick(stage);
  await stage.flush();
  assert.deepEqual(authors(stage), ["delete dir/deep/a.txt claude-code window"]);
});

test("a deletion is of the tool call it happened in, though its directory changed since", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "1\n");
  stage.write("b.txt", "1\n");
  await stage.start();
  const agent = new Agent(stage);
  await agent.use(claim(stage, "a.txt"), async () => {
    await tick(stage);
    stage.remove("a.txt");
    stage.gone("a.txt");
    await tick(stage);
  });
  await tick(stage);
  stage.remove("b.txt");
  await tick(stage);
  stage.gone("b.txt");
  await stage.flush();
  assert.deepEqual(authors(stage), ["delete a.txt claude-code hook", "delete b.txt - unknown"]);
});

test("a session goes on after a restart: an open tool call still explains what is written", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.tell({ kind: "tool_start", use: { call: "c", tool: "Bash", reach: shell } });
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  await save(stage, "a.txt", "1\n");
  await stage.flush();
  assert.deepEqual(authors(stage), ["create a.txt claude-code window t-1"]);
  await agent.tell({ kind: "stop" });
  assert.equal(stage.timeline.turn(1)?.endedBy, "stop");
});

test("turns are known by the names of their prompts, also after a restart", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  const tell = async (what: Parameters<Agent["tell"]>[0], prompt: string) => {
    await stage.clock.advance(5000);
    await agent.tell(what, stage.clock.wall(), prompt);
  };
  await tell({ kind: "prompt", text: "one" }, "p-1");
  await tell({ kind: "stop" }, "p-1");
  await tell({ kind: "prompt", text: "two" }, "p-2");
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  await tell({ kind: "stop" }, "p-1");
  await tell({ kind: "prompt", text: "and that" }, "p-2");
  const turns = () =>
    stage.timeline
      .turns({ limit: 9 })
      .map(({ id, promptId, endedBy }) => `t-${id} ${promptId} ${endedBy}`);
  assert.deepEqual(turns(), ["t-2 p-2 null", "t-1 p-1 stop"], "late, and typed meanwhile");
  await tell({ kind: "stop" }, "p-2");
  // As an agent does that counts its prompts, and was started again.
  await tell({ kind: "prompt", text: "three" }, "p-1");
  await tell({ kind: "stop" }, "p-1");
  assert.deepEqual(turns(), ["t-3 undefined stop", "t-2 p-2 stop", "t-1 p-1 stop"]);
});

test("a session that nobody ends is ended in time", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await stage.clock.advance(7 * 3600_000);
  await stage.project.tick();
  assert.deepEqual(
    stage.timeline.sessions({ limit: 5 }).map(({ endedBy }) => endedBy),
    ["timeout"],
  );
});

/** `agent's name: how many turns, open or how it ended`, of each session. */
function sessionsOf({ timeline }: Stage): string[] {
  return timeline
    .sessions({ limit: 9 })
    .map(({ id, agentSession, endedBy }) => {
      const turns = timeline.turns({ session: id, limit: 99 }).length;
      return `${agentSession}: ${turns}, ${endedBy ?? "open"}`;
    })
    .sort();
}

for (const isEarly of [true, false]) {
  const when = isEarly ? "before" : "after";
  test(`what a session tells ${when} its project was recovered is of the same session`, async () => {
    await using stage = liveStage();
    await stage.start();
    const agent = new Agent(stage);
    const sub = new Agent(stage, "claude-code", "two");
    await agent.tell({ kind: "prompt", text: "one" });
    await sub.tell({ kind: "prompt", text: "other" });
    await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "1\n"));
    await agent.tell({ kind: "stop" });
    await agent.tell({ kind: "tool_start", use: { call: "open", tool: "Bash", reach: shell } });
    if (isEarly) stage.reopen();
    else await stage.crash();
    await agent.tell({ kind: "prompt", text: "two" });
    await agent.use(claim(stage, "b.txt"), () => stage.write("b.txt", "1\n"));
    await agent.tell({ kind: "stop" });
    if (isEarly) await stage.project.recover();
    await stage.project.start({ cause: "sweep" });
    await stage.flush();
    assert.deepEqual(sessionsOf(stage), ["one: 2, open", "two: 1, open"]);
    const calls = stage.timeline.toolCalls({ session: stage.timeline.turn(1)?.session ?? "" });
    assert.ok(
      calls.every(({ endedAt }) => endedAt !== null),
      "the prompt ended what was open",
    );
  });
}

test("a conversation that is taken up again is the same session, and rested in between", async () => {
  await using stage = liveStage();
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "one" });
  await agent.tell({ kind: "session_end" });
  const endedAt = stage.timeline.sessions({ limit: 1 })[0]?.endedAt;
  await stage.clock.advance(3600_000);
  await agent.tell({ kind: "session_start" });
  const again = stage.clock.wall();
  await agent.tell({ kind: "prompt", text: "two" });
  await stage.clock.advance(7 * 3600_000);
  await stage.project.tick();
  assert.deepEqual(sessionsOf(stage), ["one: 2, timeout"]);
  await stage.crash();
  await agent.tell({ kind: "prompt", text: "three" });
  assert.deepEqual(sessionsOf(stage), ["one: 3, open"]);
  const pauses = stage.timeline.sessions({ limit: 1 })[0]?.pauses;
  assert.deepEqual(pauses, [
    { from: endedAt, to: again, by: "session_end" },
    { from: again, to: stage.clock.wall(), by: "timeout" },
  ]);
});

test("a session that goes on in another process is that one's alone, and the first has its fork", async () => {
  await using stage = liveStage();
  await stage.start();
  const first = new Agent(stage, "claude-code", "one", 101);
  const fork = new Agent(stage, "claude-code", "two", 101);
  const elsewhere = new Agent(stage, "claude-code", "one", 202);
  await first.tell({ kind: "prompt", text: "begin" });
  await first.tell({ kind: "session_end" });
  await tick(stage);
  await fork.tell({ kind: "session_start", resumes: "one" });
  await fork.tell({ kind: "prompt", text: "on" });
  await tick(stage);
  await elsewhere.tell({ kind: "prompt", text: "something else" });
  const told = stage.project.sessions
    .goingOn()
    .map(({ agentSession, processes }) => [agentSession, processes.map(({ pid }) => pid)]);
  assert.deepEqual(told.sort(), [
    ["one", [202]],
    ["two", [101]],
  ]);
  const sessions = stage.timeline.sessions({ limit: 9 });
  const parent = sessions.find(({ agentSession }) => agentSession === "two")?.parent;
  assert.equal(parent, sessions.find(({ agentSession }) => agentSession === "one")?.id);
});

test("of one that an earlier program opened twice the newer goes on, and the other ends in time", async () => {
  await using stage = liveStage();
  await stage.start();
  const common = {
    agent: "claude-code",
    agentSession: "one",
    cwd: null,
    label: null,
    parent: null,
  };
  const startedAt = stage.clock.wall();
  stage.timeline.openSession({ ...common, id: "s-0001", startedAt });
  await stage.clock.advance(1000);
  stage.timeline.openSession({ ...common, id: "s-0002", startedAt: stage.clock.wall() });
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  await stage.clock.advance(5 * 3600_000);
  await new Agent(stage).tell({ kind: "prompt", text: "on" });
  await stage.clock.advance(2 * 3600_000);
  await stage.project.tick();
  assert.deepEqual(sessionsOf(stage), ["one: 0, timeout", "one: 1, open"]);
});

for (const days of [30, 0.01]) {
  test(`turns stay apart when the clock is set back by ${days} days between them`, async () => {
    await using stage = liveStage();
    stage.write("a.txt", "0\n");
    await stage.start();
    const agent = new Agent(stage);
    await agent.tell({ kind: "prompt", text: "one" });
    await agent.use(claim(stage, "a.txt"), () => save(stage, "a.txt", "1\n"));
    await agent.tell({ kind: "stop" });
    await save(stage, "mine.txt", "by a person\n");
    await stage.flush();
    stage.clock.jump(-days * 86_400_000);
    await agent.tell({ kind: "prompt", text: "two" });
    await agent.use(shell, async () => {
      stage.save("b.txt", "2\n");
      await stage.clock.advance(50);
      await stage.flush();
    });
    await agent.tell({ kind: "stop" });
    await stage.flush();
    assert.deepEqual(authors(stage), [
      "modify a.txt claude-code hook t-1",
      "create mine.txt - unknown",
      "create b.txt claude-code window t-2",
    ]);
    const [two, one] = stage.timeline.turns({ limit: 10 });
    assert.equal(two?.label, "two");
    assert.deepEqual(Object.keys(stage.state(two?.before as never)), ["a.txt", "mine.txt"]);
    assert.equal(stage.state(one?.after as never)["a.txt"], "0644 1\n");
    const request = { kind: "last", count: 1, agent: null } as const;
    await oopsProject(stage.project, { request, planId: undefined, argv: ["oops"] });
    await stage.flush();
    const now = stage.state();
    assert.equal(now["a.txt"], "0644 1\n");
    assert.equal(now["b.txt"], undefined);
  });
}

test("what was done before the clock was set back is not done again when its instants come again", async () => {
  await using stage = liveStage();
  stage.write("a.txt", "0\n");
  await stage.start();
  const agent = new Agent(stage);
  const edit = async (label: string, content: string) => {
    await agent.tell({ kind: "prompt", text: label });
    await agent.use(claim(stage, "a.txt"), async () => {
      await save(stage, "a.txt", content);
      await stage.flush();
      await tick(stage);
    });
    await agent.tell({ kind: "stop" });
  };
  const start = stage.clock.wall();
  await edit("one", "1\n");
  stage.clock.jump(start - stage.clock.wall());
  await edit("two", "1\n2\n");
  assert.deepEqual(authors(stage), [
    "modify a.txt claude-code hook t-1",
    "modify a.txt claude-code hook t-2",
  ]);
  const request = { kind: "last", count: 1, agent: null } as const;
  await oopsProject(stage.project, { request, planId: undefined, argv: ["oops"] });
  assert.equal(stage.state()["a.txt"], "0644 1\n");
});
