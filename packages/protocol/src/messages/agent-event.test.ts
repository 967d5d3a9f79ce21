import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, BlobId, JsonObject, WallMs } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import { BadField } from "../wire/field.ts";
import {
  type AgentEventParams,
  fromAgentEvent,
  parseAgentEvent,
  parseSpooledEvent,
  renderSpooledEvent,
  toAgentEvent,
} from "./agent-event.ts";

const abs = (path: string) => path as AbsPath;
const hash = "ab".repeat(32) as BlobId;

const edit: AgentEvent = {
  agent: "claude-code",
  session: "7f3a",
  subagent: "scout",
  at: Date.UTC(2026, 10, 20, 13, 32, 7, 114) as WallMs,
  cwd: abs("/home/a/shop"),
  pid: 4711,
  what: {
    kind: "tool_start",
    use: {
      call: "toolu_1",
      tool: "Write",
      reach: {
        kind: "paths",
        paths: [{ path: abs("/home/a/shop/a\udc80.ts"), hash }, { path: abs("/home/a/b") }],
      },
    },
  },
};

function withAct(what: AgentEvent["what"]): AgentEvent {
  return { agent: "codex", session: "s", at: 0 as WallMs, cwd: null, what };
}

const events: readonly AgentEvent[] = [
  edit,
  withAct({ kind: "session_start", resumes: "old" }),
  withAct({ kind: "session_start" }),
  withAct({ kind: "session_start", holds: ["p1", "p2"] }),
  withAct({ kind: "session_start", resumes: "old", holds: [], isUnread: true }),
  withAct({ kind: "prompt", text: "make it green\n\nplease" }),
  withAct({ kind: "stop" }),
  withAct({ kind: "session_end" }),
  withAct({
    kind: "tool_end",
    use: { call: null, tool: "Bash", reach: { kind: "shell", command: "make" } },
  }),
  withAct({ kind: "tool_start", use: { call: null, tool: "Read", reach: { kind: "nothing" } } }),
];

/** As the other side sees it. */
function travel(event: AgentEvent): JsonObject {
  return JSON.parse(JSON.stringify(fromAgentEvent(event, "k1")));
}

test("an event that travelled is the event that was sent", () => {
  for (const event of events) {
    assert.deepEqual(toAgentEvent(parseAgentEvent(travel(event))), event);
    const spooled = parseSpooledEvent(renderSpooledEvent(fromAgentEvent(event, "k1")));
    assert.ok(spooled !== undefined);
    assert.equal(spooled.key, "k1");
    assert.deepEqual(toAgentEvent(spooled), event);
  }
});

function changed(more: JsonObject, what: JsonObject = {}): AgentEventParams {
  const raw = travel(edit);
  return parseAgentEvent({ ...raw, ...more, what: { ...(raw.what as JsonObject), ...what } });
}

test("what names an event must be there and be right", () => {
  const wrong: readonly JsonObject[] = [
    { session: "x".repeat(257) },
    { session: "" },
    { agent: "x".repeat(65) },
    { agent: 7 },
    { at: "yesterday" },
    { key: undefined },
  ];
  for (const more of wrong) assert.throws(() => changed(more), BadField, JSON.stringify(more));
  assert.throws(() => changed({}, { kind: "dance" }), BadField);
});

test("what an event is not named by is cut, or left out", () => {
  const { subagent, cwd, pid } = changed({ subagent: 7, cwd: "src/../..", pid: -1, more: true });
  assert.deepEqual([subagent, cwd, pid], [undefined, null, undefined]);
  const prompt = changed({}, { kind: "prompt", text: `\0${"é".repeat(70_000)}` });
  assert.deepEqual(prompt.what, { kind: "prompt", text: "é".repeat(65_535) });
  const shell = { kind: "shell", command: `${"x".repeat(4095)}😀` };
  const { what } = changed({}, { use: { call: 5, tool: "Bash", reach: shell } });
  assert.ok(what.kind === "tool_start" && what.use.reach.kind === "shell");
  assert.equal(what.use.call, null);
  assert.equal(what.use.reach.command, `${"x".repeat(4095)}\ufffd`);
});

function reachOf(paths: readonly unknown[]): unknown {
  const { what } = changed({}, { use: { tool: "Edit", reach: { kind: "paths", paths } } });
  return "use" in what ? what.use.reach : undefined;
}

test("a claim keeps the paths that can be; on more than a thousand it is one on anything", () => {
  const paths = [{ path: "/a", hash: "no digest" }, { path: "b" }, "/c", { path: "/d/../e" }];
  assert.deepEqual(reachOf(paths), { kind: "paths", paths: [{ path: "/a" }] });
  const many = Array.from({ length: 1001 }, (_, n) => ({ path: `/f${n}` }));
  assert.deepEqual(reachOf(many), { kind: "shell", command: "" });
});

test("a file that is no event, and one of a later format, is not read", () => {
  const good = renderSpooledEvent(fromAgentEvent(edit, "k1"));
  for (const bad of [
    "",
    "{",
    "null",
    good.slice(0, -9),
    good.replace('"format":1', '"format":2'),
  ]) {
    assert.equal(parseSpooledEvent(bad), undefined, bad);
  }
});
