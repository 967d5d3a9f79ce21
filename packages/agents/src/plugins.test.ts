import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { opencodePlugin, piExtension, readPayload } from "./index.ts";

/** Said when the agent could not end now. */
const sayTimers = `
    if (process.getActiveResourcesInfo().includes("Timeout")) console.log("a timer is left");`;

/** Stand-ins for agents with a plugin: each is a module that drives the one at `./plugin`. */
const drivers = {
  opencode: `
    import { UnfPlugin } from "./plugin.mjs";
    const message = (id, created, text) =>
      ({ info: { id, role: "user", time: { created } }, parts: [{ type: "text", text }] });
    const sessions = {
      s1: { messages: [message("m1", 30, "hello")], created: 30 },
      s3: { messages: [message("m4", 10, "one"), message("m5", 12, "two")], created: 40 },
      s4: { messages: [message("m6", 10, "one"), message("m7", 35, "three")], created: 9 },
      s5: { messages: [message("m8", 10, "one"), message("m9", 12, "two")], created: 12 },
      s6: { messages: [message("n1", 12, "else")], created: 1 },
    };
    const info = (id) => ({ id, time: { created: sessions[id].created } });
    const client = { session: {
      get: async ({ path }) => ({ data: info(path.id) }),
      list: async () => ({ data: Object.keys(sessions).map(info) }),
      messages: async ({ path }) => ({ data: sessions[path.id].messages }),
    } };
    const plugin = await UnfPlugin({ client, directory: process.cwd() });
    const bus = (type, properties) => plugin.event({ event: { type, properties } });
    const call = (sessionID) => ({ tool: "write", sessionID, callID: "c1" });
    await bus("session.created", { info: { id: "s1" } });
    await bus("file.edited", { file: "a" });
    await plugin["chat.message"]({ sessionID: "s1" }, { message: { id: "m1" }, parts: [
      { type: "text", text: "hello" }, { type: "text", text: "context", synthetic: true },
    ] });
    await plugin["tool.execute.before"](call("s1"), { args: { filePath: "a", content: "x" } });
    await plugin["tool.execute.after"]({ ...call("s1"), args: { filePath: "a" } }, {});
    await bus("session.created", { info: { id: "s2", parentID: "s1" } });
    await plugin["chat.message"]({ sessionID: "s2" }, { parts: [] });
    await plugin["tool.execute.before"](call("s2"), { args: { filePath: "b" } });
    await bus("session.idle", { sessionID: "s2" });
    await bus("session.idle", { sessionID: "s1" });
    await bus("session.deleted", { info: { id: "s1" } });
    await plugin["chat.message"]({ sessionID: "s3" }, { message: { id: "m9" }, parts: [] });
    await plugin["chat.message"]({ sessionID: "s3" }, { message: { id: "m10" }, parts: [] });`,
  pi: `
    import extension from "./plugin.ts";
    const handlers = [];
    extension({ on: (name, handler) => handlers.push([name, handler]), appendEntry: () => {} });
    const entries = {
      e1: { id: "e1", parentId: null, message: { role: "user" } },
      e2: { id: "e2", parentId: "e1", message: { role: "assistant" } },
    };
    const sessionManager = {
      getSessionId: () => "s1", getLeafId: () => "e2", getEntry: (id) => entries[id],
      getEntries: () => Object.values(entries), getHeader: () => ({}),
    };
    const ctx = { cwd: process.cwd(), sessionManager, hasUI: false };
    const fire = async (name, event) => {
      for (const [of, handler] of handlers) if (of === name) await handler(event, ctx);
    };
    await fire("session_start", { reason: "fork", previousSessionFile: "/x/2026-11-20_s0.jsonl" });
    const say = (role, text) =>
      fire("message_start", { message: { role, content: [{ type: "text", text }] } });
    await fire("before_agent_start", { prompt: "hello" });
    await say("user", "hello");
    await say("assistant", "hello yourself");
    const use = { toolName: "write", toolCallId: "c1", input: { path: "a", content: "x" } };
    await fire("tool_call", use);
    await fire("tool_result", { ...use, content: [], isError: false });
    await fire("tool_result", { ...use, toolCallId: "c2", isError: true });
    await say("user", "and tests");
    await fire("agent_end", { messages: [] });
    await fire("session_shutdown", {});`,
} as const;

const told = {
  opencode: [
    "s1 session_start",
    "m1 of s1 prompt hello",
    "s1 tool_start c1 paths a",
    "s1 tool_end c1 paths a",
    "s1/s2 tool_start c1 paths b",
    "s1 stop",
    "s1 session_end",
    "s3 session_start holds m6 m9",
    "m9 of s3 prompt",
    "m10 of s3 prompt",
  ],
  pi: [
    "s1 session_start s0 holds e1",
    "s1 prompt hello",
    "e1 of s1 tool_start c1 paths a",
    "s1 tool_end c1 paths a",
    "s1 tool_end c2 paths a failed",
    "s1 prompt and tests",
    "s1 stop",
    "s1 session_end",
  ],
};

const plugins = [
  { agent: "opencode", render: opencodePlugin, file: "plugin.mjs" },
  { agent: "pi", render: piExtension, file: "plugin.ts" },
] as const;

for (const { agent, render, file } of plugins) {
  const text = render(undefined);
  test(`${agent}: its plugin tells unf what happens`, () => {
    const { root, run } = stage(agent, file, text);
    try {
      const calls = join(root, "calls");
      const program = `#!/bin/sh\n[ "$1" != hook ] || { echo "$@"; cat; echo; } >> ${calls}\n`;
      writeFileSync(join(root, "unf"), program, { mode: 0o755 });
      assert.equal(run(`${root}:/usr/bin:/bin`), "");
      const lines = readFileSync(calls, "utf8").trimEnd().split("\n");
      const payloads = lines.filter((_, index) => index % 2 === 1);
      assert.ok(lines.every((line, index) => index % 2 === 1 || line === `hook run ${agent}`));
      assert.deepEqual(
        payloads.flatMap((payload) => show(agent, payload, root)),
        told[agent],
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  test(`${agent}: its plugin does nothing where unf is not installed`, () => {
    const { root, run } = stage(agent, file, text);
    try {
      assert.equal(run(join(root, "empty")), "");
      assert.ok(!existsSync(join(root, "calls")));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
}

/** A directory with the plugin; `run` drives it with a search path and returns all that it printed. */
function stage(agent: keyof typeof drivers, file: string, text: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "unf-plugin-")));
  writeFileSync(join(root, file), text);
  writeFileSync(join(root, "driver.mjs"), drivers[agent] + sayTimers);
  const run = (path: string) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--no-warnings", "driver.mjs"],
      {
        cwd: root,
        env: { PATH: path },
        encoding: "utf8",
        timeout: 60_000,
      },
    );
    assert.equal(status, 0, stderr);
    return stdout + stderr;
  };
  return { root, run };
}

function show(agent: string, payload: string, root: string): readonly string[] {
  const facts = { at: 1 as WallMs, cwd: root, env: {} };
  const outcome = readPayload(agent, new TextEncoder().encode(payload), facts);
  if (outcome.kind !== "event") return [];
  const { session, subagent, prompt, what } = outcome.event;
  const whose = subagent === undefined ? session : `${session}/${subagent}`;
  const who = prompt === undefined ? whose : `${prompt} of ${whose}`;
  if (what.kind === "prompt") return [`${who} prompt ${what.text}`.trimEnd()];
  if (what.kind === "session_start") {
    const held = what.holds === undefined ? [] : ["holds", ...what.holds];
    return [[who, "session_start", what.resumes ?? [], held].flat().join(" ")];
  }
  if (what.kind !== "tool_start" && what.kind !== "tool_end") return [`${who} ${what.kind}`];
  const { call, reach, failed } = what.use;
  assert.ok(reach.kind === "paths");
  const paths = reach.paths.map(({ path }) => path.replace(`${root}/`, ""));
  return [`${who} ${what.kind} ${call} paths ${paths}${failed === true ? " failed" : ""}`];
}
