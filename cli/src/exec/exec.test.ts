import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentEvent } from "@unf/core/sessions";
import { fakeNow } from "../testing/fake-time.ts";
import { runFake } from "../testing/fake-world.ts";

function kindsOf(told: readonly AgentEvent[]): string[] {
  return told.map(({ what }) => what.kind);
}

test("a command is a session with one turn in which it may write anything", async () => {
  const { exit, stdout, stderr, told, started } = await runFake([
    "exec",
    "--agent",
    "aider",
    "--",
    "/bin/aider",
    "--yes",
    "a b",
  ]);
  assert.deepEqual([exit, stdout, stderr], [0, "", ""]);
  const kinds = ["session_start", "prompt", "tool_start", "tool_end", "stop", "session_end"];
  assert.deepEqual(kindsOf(told), kinds);
  const [first, prompt, start, end] = told;
  assert.ok(first !== undefined && told.every(({ session }) => session === first.session));
  assert.match(first.session, /^aider-[0-9a-f]{12}$/);
  assert.deepEqual(prompt?.what, { kind: "prompt", text: "aider" });
  assert.deepEqual([first.pid, prompt?.pid], [4700, 4700]);
  const reach = { kind: "shell", command: "/bin/aider --yes a b" };
  assert.deepEqual(start?.what, {
    kind: "tool_start",
    use: { call: "exec-4711", tool: "aider", reach },
  });
  assert.deepEqual([start.pid, start.at, start.cwd], [4711, fakeNow, "/home/a/src/shop"]);
  assert.ok(end !== undefined && "use" in end.what && "use" in start.what);
  assert.deepEqual(end.what.use, start.what.use);
  const variables = { UNF_SESSION: first.session, UNF_AGENT: "aider" };
  assert.deepEqual(started, [{ argv: ["/bin/aider", "--yes", "a b"], variables }]);
});

test("a session that is named goes on: the command is a turn of it, with its label", async () => {
  const { told } = await runFake([
    "exec",
    "--agent=x",
    "--session",
    "s-1",
    "--label",
    "rename foo",
    "--",
    "sed",
  ]);
  assert.deepEqual(kindsOf(told), ["prompt", "tool_start", "tool_end", "stop"]);
  assert.deepEqual(told[0]?.what, { kind: "prompt", text: "rename foo" });
  assert.equal(told[0].session, "s-1");
  assert.equal(told[0].pid, undefined, "others may work in it as well");
});

test("the exit code is the command's, and so is the signal that ended it", async () => {
  const words = ["exec", "--agent", "x", "--", "make"];
  const failed = await runFake(words, {
    child: { pid: 1, worker: { pid: 1 }, ended: Promise.resolve({ code: 7 }) },
  });
  assert.equal(failed.exit, 7);
  const ended = Promise.resolve({ signal: "SIGTERM" as const });
  const killed = await runFake(words, { child: { pid: 1, worker: { pid: 1 }, ended } });
  assert.equal(killed.stderr, "ended by SIGTERM");
  assert.equal(kindsOf(killed.told).at(-1), "session_end", "and its session is ended before");
});

test("a command that cannot be run ends its session, and says why as a shell does", async () => {
  const child = { pid: undefined, exit: 127, why: "mkae: no such program" } as const;
  const run = await runFake(["exec", "--agent", "x", "--", "mkae"], { child });
  assert.deepEqual([run.exit, run.stderr], [127, "unf: mkae: no such program\n"]);
  assert.deepEqual(kindsOf(run.told), ["session_start", "prompt", "stop", "session_end"]);
});

test("without an agent, without a command, or with JSON nothing is run", async () => {
  const wrong = [
    ["exec", "--", "make"],
    ["exec", "--agent", "x"],
    ["exec", "--agent", "x".repeat(65), "--", "make"],
    ["exec", "--agent", "x", "--session", "a\nb", "--", "make"],
    ["exec", "--agent", "x", "--json", "--", "make"],
  ];
  for (const words of wrong) {
    const { exit, started, told } = await runFake(words);
    assert.deepEqual([exit, started, told], [2, [], []], words.join(" "));
  }
});

test("session start prints a name that session end takes, agent and all", async () => {
  const begun = await runFake(["session", "start", "--agent", "code-mod", "--label", "rename"]);
  const name = begun.stdout.trimEnd();
  assert.match(name, /^code-mod-[0-9a-f]{12}$/);
  assert.deepEqual(kindsOf(begun.told), ["session_start", "prompt", "tool_start"]);
  const ended = await runFake(["session", "end", name]);
  assert.equal(ended.stdout, "");
  assert.deepEqual(kindsOf(ended.told), ["tool_end", "stop", "session_end"]);
  for (const { agent, session } of [...begun.told, ...ended.told]) {
    assert.deepEqual([agent, session], ["code-mod", name]);
  }
  const [start, end] = [begun.told.at(-1)?.what, ended.told[0]?.what];
  assert.ok(start !== undefined && "use" in start && end !== undefined && "use" in end);
  assert.deepEqual(start.use, end.use, "the window that was opened is closed");
});

test("a session is started without a name and ended with one", async () => {
  for (const words of [["end"], ["start", "s-1"], ["end", "a\u2028b"]]) {
    const { exit, told } = await runFake(["session", ...words]);
    assert.deepEqual([exit, told], [2, []], words.join(" "));
  }
});
