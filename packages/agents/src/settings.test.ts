import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { agentNames } from "./format/agent-name.ts";
import { isHookCommand, renderPowerShellCommand } from "./settings/hook-command.ts";
import {
  type AgentSettings,
  agentSettings,
  isSwitchedOff,
  readJsonValue,
  renderHookCommand,
} from "./settings.ts";

/** With every character that shells read in their own way. */
const program = { node: "/opt/it's $(a) node/node", program: '/opt/"ü" `b`/unf/bin/unf.js' };
const places = { home: "/home/a" as AbsPath, env: {} };

/** The settings of the agent with this name. */
function of(agent: string): AgentSettings {
  const found = agentSettings.find((one) => one.agent === agent);
  assert.ok(found, agent);
  return found;
}

/** The text after installing, which must change something. */
function install({ planInstall }: AgentSettings, text: string | undefined): string {
  const plan = planInstall(text, program);
  assert.ok(plan.kind === "changed", JSON.stringify(plan));
  return plan.text;
}

const withHooks = agentSettings.filter(({ projectFile }) => projectFile.endsWith(".json"));

/** Settings as they are met with; each must come back byte for byte. */
const styles: Readonly<Record<string, string>> = {
  "two blanks": `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(npm test)"]
  }
}
`,
  "tabs, no newline at the end": '{\n\t"model": "opus",\n\t"env": {}\n}',
  "four blanks, Windows": '{\r\n    "model": "opus"\r\n}\r\n',
  "byte order mark": '\ufeff{\n  "model": "opus"\n}\n',
  "one line": '{"model":"opus","env":{"A":"1"}}',
  "comments and trailing commas": `// mine
{
  "model": "opus", // the big one
  /* later: */
  "hooks": {
    // nothing yet
  },
}
`,
  "a comment behind the last value": '{\n  "model": "opus" // last\n}\n',
  "an empty object": "{}",
  "an empty object on two lines": "{\n}\n",
  "an empty file": "",
  "blanks only": "\n",
  "hooks that are empty": '{\n  "hooks": {}\n}\n',
  "version first": '{\n  "version": 1\n}\n',
  "version and empty hooks": '{\n  "version": 1,\n  "hooks": {}\n}\n',
};

for (const settings of withHooks) {
  for (const [style, text] of Object.entries(styles)) {
    test(`${settings.agent}: settings with ${style} come back byte for byte`, () => {
      const installed = install(settings, text);
      assert.equal(settings.readInstalled(installed), "installed");
      assert.deepEqual(settings.planInstall(installed, program), {
        kind: "already",
      });
      assert.deepEqual(settings.planUninstall(installed), { kind: "changed", text });
    });
  }

  test(`${settings.agent}: hooks of others keep their place, their order and their bytes`, () => {
    const [first = "", second = ""] = settings.events;
    const own = `{\n  "hooks": {\n    "${second}": [\n      { "command": "lint" } // ours\n    ],\n    "${first}": []\n  },\n  "model": "x"\n}\n`;
    const installed = install(settings, own);
    const value = readJsonValue(installed) as { hooks: Record<string, unknown[]> };
    assert.deepEqual(value.hooks[second]?.[0], { command: "lint" });
    assert.deepEqual(Object.keys(value.hooks).slice(0, 2), [second, first]);
    assert.match(installed, /\/\/ ours/);
    assert.deepEqual(settings.planUninstall(installed), { kind: "changed", text: own });
  });
}

for (const settings of agentSettings) {
  test(`${settings.agent}: a file that did not exist is removed again`, () => {
    assert.equal(settings.readInstalled(undefined), "not");
    const installed = install(settings, undefined);
    assert.match(installed, /\n$/);
    assert.equal(settings.readInstalled(installed), "installed");
    assert.deepEqual(settings.planUninstall(installed), { kind: "changed", text: undefined });
  });

  test(`${settings.agent}: uninstalling what was never installed changes nothing`, () => {
    assert.deepEqual(settings.planUninstall('{ "hooks": {} }\n'), { kind: "already" });
  });
}

test("what a person adds after installing stays when it is uninstalled", () => {
  const settings = of("claude-code");
  const installed = install(settings, undefined);
  const theirs = installed.replace('"Stop": [', '"Stop": [\n      { "hooks": [] },');
  const plan = settings.planUninstall(theirs);
  assert.ok(plan.kind === "changed" && plan.text !== undefined);
  assert.deepEqual(readJsonValue(plan.text), { hooks: { Stop: [{ hooks: [] }] } });
});

test("of a group that others share only our command goes", () => {
  const settings = of("claude-code");
  const shared = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"},{"type":"command","command":"unf hook run claude-code"}]}]}}`;
  const plan = settings.planUninstall(shared);
  assert.deepEqual(plan, {
    kind: "changed",
    text: `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}`,
  });
});

test("a line comment before our entry swallows nothing of what follows when it goes", () => {
  const ours = '{ "command": "unf hook run cursor" }';
  for (const rest of ["] } }", ', { "command": "b" }] } }', " /* x */] } }"]) {
    const text = `{ "hooks": { "stop": [{ "command": "a" }, // mine\n ${ours}${rest}`;
    const plan = of("cursor").planUninstall(text);
    assert.ok(plan.kind === "changed" && plan.text !== undefined);
    const { hooks } = readJsonValue(plan.text) as { hooks: { stop: { command: string }[] } };
    assert.equal(hooks.stop[0]?.command, "a", plan.text);
    assert.ok(!plan.text.includes("unf hook run"));
  }
});

test("the command of an older unf is corrected in place, and an event it lacked is added", () => {
  const settings = of("claude-code");
  const old = `{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "unf hook run claude" } ] } ] } }`;
  assert.equal(settings.readInstalled(old), "partly");
  const value = readJsonValue(install(settings, old)) as { hooks: Record<string, unknown[]> };
  assert.deepEqual(value.hooks.Stop, [
    { hooks: [{ type: "command", command: renderHookCommand("claude-code", program) }] },
  ]);
  assert.deepEqual(Object.keys(value.hooks).toSorted(), settings.events.toSorted());
});

test("what cannot be edited for certain is refused with what is wrong, and left alone", () => {
  const settings = of("claude-code");
  const refusals: Readonly<Record<string, RegExp>> = {
    '{ "a": 1': /not valid JSON/,
    "// only a comment": /not valid JSON/,
    "[]": /not a JSON object/,
    '{ "hooks": [] }': /no object/,
    '{ "hooks": { "Stop": {} } }': /"Stop" is no list/,
    '{ "hooks": {}, "hooks": {} }': /twice/,
    '{ "hooks": { "Stop": [], "Stop": [] } }': /twice/,
  };
  for (const [text, why] of Object.entries(refusals)) {
    const plan = settings.planInstall(text, program);
    assert.ok(plan.kind === "refused", text);
    assert.match(plan.why, why);
  }
  const broken = settings.planUninstall('{ "hooks": "unf hook run claude-code"');
  assert.equal(broken.kind, "refused");
});

test("a plugin file that unf did not write is not written over", () => {
  for (const agent of ["opencode", "pi"]) {
    const settings = of(agent);
    assert.equal(settings.planInstall("export const mine = 1;\n", program).kind, "refused");
    assert.deepEqual(settings.planUninstall("export const mine = 1;\n"), { kind: "already" });
    const older = `${install(settings, undefined)}// an older one\n`;
    assert.equal(settings.readInstalled(older), "partly");
    assert.equal(install(settings, older), install(settings, undefined));
  }
});

test("settings lie where the agent looks for them, also when a variable moves them", () => {
  const files = Object.fromEntries(agentSettings.map(({ agent, file }) => [agent, file(places)]));
  assert.deepEqual(files, {
    "claude-code": "/home/a/.claude/settings.json",
    codex: "/home/a/.codex/hooks.json",
    cursor: "/home/a/.cursor/hooks.json",
    gemini: "/home/a/.gemini/settings.json",
    copilot: "/home/a/.copilot/hooks/unf.json",
    windsurf: "/home/a/.codeium/windsurf/hooks.json",
    droid: "/home/a/.factory/settings.json",
    opencode: "/home/a/.config/opencode/plugins/unf.js",
    pi: "/home/a/.pi/agent/extensions/unf.ts",
  });
  const moved = { ...places, env: { CODEX_HOME: "/x/codex/", CLAUDE_CONFIG_DIR: "not/absolute" } };
  assert.equal(of("codex").file(moved), "/x/codex/hooks.json");
  assert.equal(of("claude-code").file(moved), "/home/a/.claude/settings.json");
});

test("a command is known as ours with and without a guard, and nothing else is", () => {
  for (const agent of ["claude-code", "pi"]) {
    assert.ok(isHookCommand(renderHookCommand(agent, undefined)));
    assert.ok(isHookCommand(renderHookCommand(agent, program)));
    assert.ok(isHookCommand(renderPowerShellCommand(agent, program)));
    assert.ok(isHookCommand(`"C:\\bin\\unf.cmd" hook run ${agent}`));
  }
  for (const other of ["unf log", "echo unf hook", "munf hook run x", "unf hook install"]) {
    assert.ok(!isHookCommand(other), other);
  }
});

test("a setting that turns hooks off is seen, and only with the value that does", () => {
  const [codex] = of("codex").offSwitches;
  assert.ok(codex);
  assert.ok(isSwitchedOff(codex, { features: { hooks: false } }));
  for (const on of [{}, { features: 1 }, { features: { hooks: true } }, undefined, null]) {
    assert.ok(!isSwitchedOff(codex, on));
  }
});

test("every agent whose events are understood can be told to send them, in one order", () => {
  assert.deepEqual(
    agentSettings.map(({ agent }) => agent),
    agentNames,
  );
});
