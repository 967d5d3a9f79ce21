import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { testEnvironment, until, wordsOf } from "../kit/index.ts";
import { awaitTurns, startClaude } from "./claude.ts";
import { startAgent } from "./mcp-agent.ts";
import { type Story, tellingBeside, tellStory } from "./story.ts";

const tellBeside = tellingBeside();

/** Three states of a file, with a secret beside it. */
async function tellOfCart(tell: typeof tellBeside = tellBeside): Promise<Story> {
  const story = await tell((at) => {
    writeFileSync(at("cart.ts"), "one\ntwo\n");
    writeFileSync(at(".env"), "KEY=hunter2\n");
    symlinkSync("/etc", at("etc"));
  });
  writeFileSync(story.at("cart.ts"), "one\nTWO\n");
  await story.flush();
  return story;
}

test("an agent looks at the history with every tool that reads", async () => {
  await using story = await tellOfCart(tellStory);
  await using agent = await startAgent(story);
  const status = (await agent.call("unf_status")).document;
  assert.deepEqual(
    [status.recording, status.projects.map(({ root }: { root: string }) => root)],
    [true, [story.home.project]],
  );
  const log = (await agent.call("unf_log", { paths: ["cart.ts"], interim: true })).document;
  const [newest, oldest] = [log.entries.at(0), log.entries.at(-1)];
  assert.deepEqual([newest.kind, oldest.kind], ["modify", "create"]);
  const page = (await agent.call("unf_log", { interim: true, limit: 1 })).document;
  const next = await agent.call("unf_log", { interim: true, limit: 1, cursor: page.next });
  assert.notEqual(next.document.entries[0].id, page.entries[0].id);

  const show = await agent.call("unf_show", { path: "cart.ts", at: oldest.id });
  assert.equal(show.document.content, "one\ntwo");
  assert.equal((await agent.call("unf_show", { version: newest.id })).document.content, "one\nTWO");
  const env = await agent.call("unf_show", { path: ".env" });
  assert.equal(env.document.content, "KEY=[masked:env]");

  const diff = await agent.call("unf_diff", { from: oldest.id, to: newest.id });
  assert.equal(diff.document.hunks[0].patch, "@@ -1,2 +1,2 @@\n one\n-two\n+TWO");
  const hits = (await agent.call("unf_search", { text: "two" })).document.hits;
  assert.deepEqual([hits.length, hits[0].text, hits[0].live], [1, "two", false]);
  const nothing = await agent.call("unf_search", { text: "nowhere" });
  assert.deepEqual([nothing.isError, nothing.document.hits], [false, []]);
  const lines = (await agent.call("unf_blame", { path: "cart.ts" })).document.lines;
  assert.deepEqual(
    lines.map(({ version }: { version: string }) => version),
    [oldest.id, newest.id],
  );
});

test("an agent is told who did what, and for which prompt", async () => {
  await using story = await tellOfCart();
  const claude = startClaude(story);
  await claude.prompt("shout louder");
  await claude.edit("cart.ts", () => writeFileSync(story.at("cart.ts"), "ONE\nTWO\n"));
  await claude.stop();
  const [turn] = await awaitTurns(story, 1);
  assert.ok(turn !== undefined);
  await using agent = await startAgent(story);
  const author = { type: "agent", name: "claude-code", confidence: "hook" };
  const { session } = turn;
  for (const filter of [{ turn: turn.id }, { session }, { author: "claude-code" }]) {
    const { entries } = (await agent.call("unf_log", filter)).document;
    assert.equal(entries.length, 1, JSON.stringify(filter));
    assert.deepEqual([entries[0].author, entries[0].turn], [author, turn.id]);
  }
  const [first] = (await agent.call("unf_blame", { path: "cart.ts" })).document.lines;
  assert.deepEqual(
    [first.text, first.author, first.session, first.turn, first.turn_label],
    ["ONE", author, session, turn.id, "shout louder"],
  );
  const { hunks, to } = (await agent.call("unf_diff", { turn: turn.id })).document;
  assert.deepEqual([hunks.length, to.turn], [1, `${turn.id}.end`]);
  const recap = (await agent.call("unf_recap")).document;
  const [last] = recap.sessions;
  assert.deepEqual(
    [last.id, last.agent, last.last_turn.label, last.changed[0].path, last.open],
    [session, "claude-code", "shout louder", "cart.ts", true],
  );
  const planned = await agent.call("unf_restore_plan", { at: `turn:${turn.id.slice(2)}` });
  assert.deepEqual(
    planned.document.actions.map(({ path }: { path: string }) => path),
    ["cart.ts"],
  );
});

test("an agent is told when nothing is recorded, and what ought to run is started when it asks", async () => {
  await using story = await tellOfCart(tellStory);
  await using agent = await startAgent(story);
  assert.equal((await agent.call("unf_log")).document.warnings, undefined);
  await story.unf("stop");
  const off = /^not recording since \d\d:\d\d · unf start$/;
  for (const [name, args] of [
    ["unf_log", {}],
    ["unf_show", { path: "cart.ts" }],
    ["unf_recap", {}],
  ] as const) {
    const { warnings } = (await agent.call(name, args)).document;
    assert.equal(warnings.length, 1, name);
    assert.match(warnings[0], off, name);
  }
  // Of what is not so it says itself.
  const status = (await agent.call("unf_status")).document;
  assert.deepEqual([status.recording, status.warnings], [false, undefined]);
  await story.unf("start");
  const daemon = await story.daemonPid();
  process.kill(story.sentinelPid(), "SIGKILL");
  process.kill(daemon, "SIGKILL");
  await until("another daemon records, and the agent is told of nothing", async () => {
    const { warnings } = (await agent.call("unf_log")).document;
    const running = (await story.status()).daemon;
    return warnings === undefined && running !== null && running.pid !== daemon;
  });
});

test("an agent restores in two steps, and a person takes it back", async () => {
  await using story = await tellOfCart();
  await using agent = await startAgent(story);
  const named = (await agent.call("unf_checkpoint", { name: "before", message: "a test" }))
    .document;
  assert.deepEqual([named.name, named.created], ["before", true]);
  writeFileSync(story.at("cart.ts"), "broken\n");
  writeFileSync(story.at("later.ts"), "later\n");
  await story.flush();

  const request = { at: "cp:before", paths: ["cart.ts"] };
  const planned = (await agent.call("unf_restore_plan", request)).document;
  assert.deepEqual(
    planned.actions.map(({ path, action }: { path: string; action: string }) => [path, action]),
    [["cart.ts", "write"]],
  );
  assert.equal(readFileSync(story.at("cart.ts"), "utf8"), "broken\n", "a plan changes nothing");
  writeFileSync(story.at("cart.ts"), "changed since\n");
  const late = await agent.call("unf_restore_apply", { plan: planned.plan });
  assert.deepEqual([late.isError, late.document.error.code], [true, "conflict"]);
  assert.equal(readFileSync(story.at("cart.ts"), "utf8"), "changed since\n");

  const { plan } = (await agent.call("unf_restore_plan", request)).document;
  const { document } = await agent.call("unf_restore_apply", { plan });
  assert.equal(readFileSync(story.at("cart.ts"), "utf8"), "one\nTWO\n");
  const again = await agent.call("unf_restore_apply", { plan });
  assert.equal(again.document.error.code, "conflict");
  const { operations } = JSON.parse((await story.unf("ops", "--json")).stdout);
  assert.deepEqual(
    [operations[0].id, operations[0].argv],
    [document.operation, ["mcp", "restore", "--at=cp:before", "cart.ts"]],
  );
  await story.unf("undo", document.operation, "--yes");
  assert.equal(readFileSync(story.at("cart.ts"), "utf8"), "changed since\n");
});

test("what could lead out of the project is refused, and so is what is not a tool", async () => {
  await using story = await tellOfCart();
  await using agent = await startAgent(story);
  for (const path of [
    "/etc/passwd",
    "../x",
    `${story.home.project}-evil/a`,
    "etc/passwd",
    "a\0b",
  ]) {
    await assert.rejects(agent.call("unf_show", { path }), { code: -32602 }, path);
    await assert.rejects(agent.call("unf_diff", { paths: [path] }), { code: -32602 }, path);
    const plan = { at: "1m", paths: [path] };
    await assert.rejects(agent.call("unf_restore_plan", plan), { code: -32602 }, path);
  }
  await assert.rejects(agent.call("unf_log", { project: story.home.root }), { code: -32602 });
  await assert.rejects(agent.call("unf_show", { path: "x".repeat(10_000_000) }), { code: -32602 });
  await assert.rejects(agent.call("unf_prune"), { code: -32602 });
  const many = await Promise.all(
    Array.from({ length: 100 }, () => agent.call("unf_log", { limit: 1 })),
  );
  assert.ok(
    many.every(({ isError }) => !isError),
    "and it still answers, a hundred at once",
  );
});

test("a person switches restores off while an agent is connected", async () => {
  await using story = await tellOfCart(tellStory);
  await using agent = await startAgent(story);
  unlinkSync(story.at("cart.ts"));
  await story.flush();
  const { plan } = (await agent.call("unf_restore_plan", { at: "v1" })).document;
  await story.unf("config", "set", "mcp.allow_restore", "false");
  const { tools } = await agent.client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name).filter((name) => name.includes("restore")),
    [],
  );
  await assert.rejects(agent.call("unf_restore_apply", { plan }), { code: -32602 });
});

test("stdout has nothing but answers whatever comes in, and the end of stdin is the end", async () => {
  await using story = await tellOfCart();
  const [file, ...words] = wordsOf("unf");
  const child = spawn(file, [...words, "mcp"], {
    cwd: story.home.project,
    env: testEnvironment(story.home),
  });
  story.home.onDispose(() => void child.kill("SIGKILL"));
  const stderr = text(child.stderr);
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  const ask = (id: unknown, method: string, params: object) => ({
    jsonrpc: "2.0",
    id,
    method,
    params,
  });
  const client = { name: "raw", version: "0" };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client };
  const messages = [
    ask(1, "initialize", hello),
    "not JSON",
    [ask(2, "tools/list", {})],
    { id: 3, method: "tools/list" },
    ask(null, "tools/list", {}),
    ask(4, "no/such/method", {}),
    ask(5, "tools/call", { name: "unf_log", arguments: [] }),
    ask(8, "tools/call", { arguments: {} }),
    ask(6, "resources/read", { uri: "file:///etc/passwd" }),
    { jsonrpc: "2.0", method: "tools/call", params: { name: "unf_log" } },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
    ask(7, "tools/call", { name: "unf_show", arguments: { path: "nowhere.ts" } }),
  ];
  for (const message of messages) {
    child.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }
  await until("the last one is answered", () => stdout.includes('"id":7'));
  child.stdin.end();
  const [code] = await once(child, "close");
  assert.equal(code, 0, await stderr);
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    answers.map(({ jsonrpc }) => jsonrpc),
    answers.map(() => "2.0"),
  );
  const errors = answers.flatMap(({ id, error }) =>
    error === undefined ? [] : [[id, error.code]],
  );
  assert.deepEqual(
    errors.filter(([id]) => id !== undefined).sort(([a], [b]) => a - b),
    [
      [4, -32601],
      [5, -32602],
      [6, -32601],
      [8, -32602],
    ],
  );
  assert.match(await stderr, /^unf: warning: /);
});
