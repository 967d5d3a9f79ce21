import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { agentSettings } from "../agents.ts";
import type { Companion } from "../settings/agent-settings.ts";

const program = { node: "/usr/bin/node", program: "/opt/unf's/bin/unf.js" };
const places = { home: "/home/a" as AbsPath, env: {} };
const all = agentSettings.flatMap(({ agent, companions }) =>
  companions.map((companion) => ({ agent, companion })),
);

function textAfter(companion: Companion, text: string | undefined): string {
  const plan = companion.planInstall(text, program);
  assert.ok(plan.kind === "changed", JSON.stringify(plan));
  return plan.text;
}

function serverOf(name: string): Companion {
  const found = all.find(
    ({ agent, companion }) => agent === name && companion.part === "MCP server",
  );
  assert.ok(found !== undefined);
  return found.companion;
}

test("every file of the set is installed once, and goes as it came", () => {
  const files = all.map(({ companion }) => companion.file(places));
  assert.equal(new Set(files).size, files.length);
  for (const { companion } of all) {
    const text = textAfter(companion, undefined);
    assert.equal(companion.readInstalled(text), "installed", companion.part);
    assert.equal(companion.planInstall(text, program).kind, "already");
    assert.deepEqual(companion.planUninstall(text), { kind: "changed", text: undefined });
    assert.equal(companion.readInstalled(undefined), "not");
  }
});

test("of every agent that has commands the same four are there, and say what they need", () => {
  for (const { agent, companions } of agentSettings) {
    const commands = companions.filter(({ part }) => part.startsWith("/"));
    if (commands.length === 0) continue;
    const names = commands.map(({ part }) => part.split(/[-:]/)[1]);
    assert.deepEqual(names, ["rewind", "oops", "recap", "checkpoint"], agent);
    const [rewind = "", oops = ""] = commands.map((one) => textAfter(one, undefined));
    assert.match(
      rewind,
      /unf_turns[\s\S]*unf_rewind_plan[\s\S]*unf_restore_apply[\s\S]*\/rewind/,
      agent,
    );
    assert.match(oops, /unf_oops_plan[\s\S]*unf_restore_apply/, agent);
    // Nothing that changes a file is allowed beforehand.
    assert.doesNotMatch(/^allowed-tools: .*$/m.exec(rewind)?.[0] ?? "", /apply/);
  }
});

test("a command that somebody edited, or wrote, is left by both verbs", () => {
  for (const { companion } of all.filter(({ companion: { part } }) => part.startsWith("/"))) {
    const edited = textAfter(companion, undefined).replace("Do nothing else", "Do it twice");
    const [own, theirs] = [textAfter(companion, undefined), "a file of theirs\n"];
    if (edited !== own) {
      assert.equal(companion.planInstall(edited, program).kind, "refused");
      assert.equal(companion.planUninstall(edited).kind, "kept");
      assert.equal(companion.readInstalled(edited), "foreign");
    }
    assert.equal(companion.planInstall(theirs, program).kind, "refused");
    assert.equal(companion.planUninstall(theirs).kind, "already");
  }
});

test("the server is put among others and taken out again byte for byte", () => {
  const server = serverOf("claude-code");
  for (const text of [
    "{}",
    "{ }\n",
    '{"a":1}',
    '{\n  "a": 1,\n  "mcpServers": {}\n}\n',
    '{\r\n\t"mcpServers": {\r\n\t\t"db": { "command": "db" }\r\n\t},\r\n\t"b": [1]\r\n}\r\n',
    '{ "mcpServers": { "db": {} }, "x": "é" }',
    '{\n  // mine\n  "mcpServers": { /* none */ },\n}\n',
  ]) {
    const after = textAfter(server, text);
    assert.equal(server.readInstalled(after), "installed", text);
    assert.deepEqual(server.readPrograms(after), [program]);
    assert.deepEqual(server.planUninstall(after), { kind: "changed", text }, text);
    assert.equal(server.planUninstall(text).kind, "already");
  }
});

test("a server in TOML is put at the end and taken out again byte for byte", () => {
  const server = serverOf("codex");
  for (const text of [
    "",
    "\n",
    "model = 'x'",
    "model = 'x'\n",
    "model = 'x'\n\n\n",
    "# mine\r\n[mcp_servers.db]\r\ncommand = 'db'\r\n",
    '[projects."/é"]\ntrust_level = "trusted"',
  ]) {
    const after = textAfter(server, text);
    assert.equal(server.readInstalled(after), "installed", text);
    assert.deepEqual(server.readPrograms(after), [program]);
    assert.deepEqual(server.planUninstall(after), { kind: "changed", text }, JSON.stringify(text));
    // The agent adds tables behind it.
    const table = `${after}\n[hooks.state."x"]\ntrusted_hash = "1"\n`;
    assert.equal(server.readInstalled(table), "installed");
    const rest = `${text}\n[hooks.state."x"]\ntrusted_hash = "1"\n`;
    assert.deepEqual(server.planUninstall(table), { kind: "changed", text: rest });
    const moved = { ...program, node: "/opt/node" };
    const repaired = server.planRepair(after, moved);
    assert.ok(repaired.kind === "changed");
    assert.deepEqual(server.readPrograms(repaired.text), [moved]);
    assert.deepEqual(server.planUninstall(repaired.text), { kind: "changed", text });
  }
});

test("in TOML what somebody wrote, or added to ours, is left", () => {
  const server = serverOf("codex");
  const theirs = '[mcp_servers.unf]\ncommand = "/usr/bin/unf"\nargs = ["mcp"]\n';
  assert.equal(server.readInstalled(theirs), "installed");
  assert.equal(server.planInstall(theirs, program).kind, "already");
  assert.equal(server.planUninstall(theirs).kind, "already");
  for (const text of [
    '[mcp_servers.unf]\ncommand = "unfold"\n',
    '[mcp_servers."unf"]\ncommand = "unfold"\n',
    '[ mcp_servers . unf . env ]\nA = "1"\n',
    '[mcp_servers]\nunf = { command = "x" }\n',
    'mcp_servers = { db = { command = "x" } }\n',
    'mcp_servers.unf.command = "x"\n',
  ]) {
    assert.equal(server.readInstalled(text), "foreign", text);
    assert.equal(server.planInstall(text, program).kind, "refused", text);
    assert.equal(server.planUninstall(text).kind, "already", text);
  }
  const added = `${textAfter(server, "a = 1\n")}startup_timeout_sec = 60\n`;
  assert.equal(server.readInstalled(added), "foreign");
  assert.equal(server.planInstall(added, program).kind, "refused");
  assert.equal(server.planUninstall(added).kind, "refused");
});

test("each agent's server is written as that agent reads it", () => {
  const entry = (agent: string) => JSON.parse(textAfter(serverOf(agent), undefined));
  const [args, env] = [[program.program, "mcp"], { UNF_ENTRY: "put here by unf hook install" }];
  const command = program.node;
  assert.deepEqual(entry("droid").mcpServers.unf, {
    ...{ type: "stdio", command, args, env, disabled: false },
  });
  assert.deepEqual(entry("copilot").mcpServers.unf, {
    ...{ type: "local", command, args, env, tools: ["*"] },
  });
  assert.deepEqual(entry("opencode").mcp.unf, {
    ...{ type: "local", command: [command, ...args], enabled: true, environment: env },
  });
  for (const agent of ["droid", "copilot", "opencode"]) {
    const server = serverOf(agent);
    for (const text of ["{}\n", '{\n  "mcp": {},\n  "mcpServers": {}\n}', '{ "a": [1] }']) {
      const after = textAfter(server, text);
      assert.deepEqual(server.readPrograms(after), [program], agent);
      assert.deepEqual(server.planUninstall(after), { kind: "changed", text }, agent);
    }
  }
});

test("somebody's own server is left: one of unf will do, another is named", () => {
  const server = serverOf("cursor");
  const entry = (value: object) => JSON.stringify({ mcpServers: { unf: value } });
  const same = entry({ command: "/usr/local/bin/unf", args: ["mcp"] });
  assert.deepEqual(
    [server.readInstalled(same), server.planInstall(same, program).kind],
    ["installed", "already"],
  );
  const other = entry({ command: "unfold", args: [] });
  assert.deepEqual(
    [server.readInstalled(other), server.planInstall(other, program).kind],
    ["foreign", "refused"],
  );
  for (const text of [same, other]) assert.equal(server.planUninstall(text).kind, "already");
  for (const text of ["[", "[]", '{"mcpServers":[]}', '{"mcpServers":{},"mcpServers":{}}'])
    assert.equal(server.planInstall(text, program).kind, "refused", text);
});

test("after an upgrade the server starts the new program", () => {
  const server = serverOf("claude-code");
  const text = textAfter(server, '{ "mcpServers": { "db": {} } }');
  const moved = { ...program, node: "/opt/node" };
  const plan = server.planRepair(text, moved);
  assert.ok(plan.kind === "changed");
  assert.deepEqual(server.readPrograms(plan.text), [moved]);
  assert.equal(server.planRepair('{"mcpServers":{}}', moved).kind, "already");
});
