import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { assertNothingLeft, runUnf, type TempHome, tempHome } from "@unf/test";
import { awaitTurns, startClaude } from "./claude.ts";
import { tellStory } from "./story.ts";

/** Settings as they lie in a home that has every agent, each in another style. */
const settings: Readonly<Record<string, string>> = {
  ".claude/settings.json":
    '{\n  // mine\n  "model": "opus",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],\n  },\n}\n',
  ".codex/config.toml": 'model = "gpt-5"\n\n[features]\nhooks = true\n',
  ".cursor/hooks.json": '{"version":1,"hooks":{}}',
  ".gemini/settings.json": '{\r\n\t"theme": "Ayu"\r\n}\r\n',
  ".copilot/config.json": "{}\n",
  ".codeium/windsurf/hooks.json": "",
  ".factory/settings.json": '\ufeff{ "model": "x" }',
  ".config/opencode/opencode.json": '{ "$schema": "https://opencode.ai/config.json" }\n',
  ".pi/agent/settings.json": "{}\n",
};

function fill({ home }: TempHome): void {
  for (const [name, text] of Object.entries(settings)) {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Everything below a directory: kind, mode and content of each entry. */
function treeOf(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(directory, name);
      const stat = lstatSync(path);
      const mode = stat.mode.toString(8);
      if (stat.isSymbolicLink()) return [name, `${mode} to ${readlinkSync(path)}`];
      return [name, stat.isFile() ? `${mode} ${readFileSync(path, "latin1")}` : mode];
    }),
  );
}

test("every agent: installed, told apart from others' hooks, and the home as it was again", async () => {
  await using home = tempHome();
  fill(home);
  chmodSync(join(home.home, ".gemini/settings.json"), 0o640);
  const before = treeOf(home.home);
  const installed = await runUnf(["hook", "install", "--all", "--yes"], { home });
  assert.equal(installed.code, 0, installed.stderr);
  const status = await runUnf(["hook", "status", "--json"], { home });
  const { agents } = JSON.parse(status.stdout) as { agents: { agent: string; state: string }[] };
  assert.equal(agents.length, 9);
  for (const { agent, state } of agents) assert.equal(state, "installed", agent);
  assert.equal(lstatSync(join(home.home, ".gemini/settings.json")).mode & 0o777, 0o640);
  const again = await runUnf(["hook", "install", "--all"], { home });
  assert.equal(again.code, 0, "nothing is left to ask");
  const gone = await runUnf(["hook", "uninstall", "--all", "--yes"], { home });
  assert.equal(gone.code, 0, gone.stderr);
  assert.deepEqual(treeOf(home.home), before);
  await assertNothingLeft(home.root);
});

test("linked settings are written where they lie, read-only ones are refused and kept", async () => {
  await using home = tempHome();
  fill(home);
  const target = join(home.root, "dotfiles.json");
  writeFileSync(target, "{}\n", { mode: 0o644 });
  mkdirSync(join(home.home, ".claude-linked"));
  symlinkSync(target, join(home.home, ".claude-linked/settings.json"));
  const readOnly = join(home.home, ".factory/settings.json");
  chmodSync(readOnly, 0o444);
  chmodSync(join(home.home, ".pi/agent"), 0o555);
  const env = { CLAUDE_CONFIG_DIR: join(home.home, ".claude-linked") };
  const agents = ["claude-code", "droid", "pi"];
  const installed = await runUnf(["hook", "install", ...agents, "--yes"], { home, env });
  assert.equal(installed.code, 8);
  assert.match(installed.stdout, /droid\trefused\t.*it is read-only/);
  assert.match(installed.stdout, /pi\trefused\t.*\.pi\/agent is read-only/);
  assert.equal(readFileSync(readOnly, "utf8"), settings[".factory/settings.json"]);
  assert.match(readFileSync(target, "utf8"), /unf\.js' hook run claude-code/);
  assert.ok(lstatSync(join(home.home, ".claude-linked/settings.json")).isSymbolicLink());
  await runUnf(["hook", "uninstall", ...agents, "--yes"], { home, env });
  assert.equal(readFileSync(target, "utf8"), "{}\n");
  chmodSync(join(home.home, ".pi/agent"), 0o755);
});

test("what is written says nothing and succeeds where unf is not installed", async () => {
  await using home = tempHome();
  fill(home);
  const project = join(home.root, "shop");
  mkdirSync(project);
  await runUnf(["hook", "install", "claude-code", "--yes"], { home });
  await runUnf(["hook", "install", "claude-code", "--yes", "--project", project], { home });
  const own = readFileSync(join(home.home, ".claude/settings.json"), "utf8");
  const shared = readFileSync(join(project, ".claude/settings.json"), "utf8");
  const named = (/test -x [^"]*/.exec(own)?.[0] ?? "").replaceAll("unf.js", "moved/unf.js");
  const found = /command -v unf[^"]*/.exec(shared)?.[0] ?? "";
  for (const command of [named, found]) {
    assert.match(command, /hook run claude-code/);
    const output = execFileSync("/bin/sh", ["-c", `(${command}) 2>&1`], {
      env: { PATH: home.root },
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    assert.equal(output, "");
  }
});

test("an agent whose hooks are heard was last heard then, and no other", async () => {
  await using story = await tellStory();
  const claude = startClaude(story);
  await claude.prompt("first");
  await claude.stop();
  await awaitTurns(story, 1);
  const { stdout } = await story.unf("hook", "status", "--json");
  const { agents } = JSON.parse(stdout) as {
    agents: { agent: string; last_heard_at: string | null }[];
  };
  const heard = agents.filter(({ last_heard_at }) => last_heard_at !== null);
  assert.deepEqual(
    heard.map(({ agent }) => agent),
    ["claude-code"],
  );
});
