import assert from "node:assert/strict";
import { test } from "node:test";
import { agentSettings } from "@unf/agents/settings";
import { fakeHookPlace } from "../testing/fake-hook-place.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { soundFacts } from "../testing/sound-facts.ts";
import { hook } from "./hook.ts";

const claude = "/home/a/.claude/settings.json";
const codex = "/home/a/.codex/hooks.json";
const windsurf = "/home/a/.codeium/windsurf/hooks.json";
const servers = "/home/a/.claude.json";
const command = (name: string) => `/home/a/.claude/commands/unf/${name}.md`;

/** A home with settings of Claude Code and an empty directory of Codex. */
function openHome() {
  const settings = new Map([
    [claude, '{\n  "model": "opus"\n}\n'],
    ["/home/a/.codex/auth.json", "{}"],
  ]);
  const before = new Map(settings);
  const run = (argv: string, more: FakeSetup = {}) =>
    runFake(["hook", ...argv.split(" ")], { settings, ...more });
  return { settings, before, run };
}

/** The state of each agent in a JSON answer. */
function statesOf(stdout: string): Record<string, string> {
  const { agents } = JSON.parse(stdout) as { agents: { agent: string; state: string }[] };
  return Object.fromEntries(agents.map(({ agent, state }) => [agent, state]));
}

test("installing for every agent shows the differences, keeps a copy, and uninstalling undoes it", async () => {
  const { settings, before, run } = openHome();
  const installed = await run("install --all --yes");
  assert.equal(installed.exit, 0);
  assert.match(installed.stdout, /^--- \/home\/a\/.claude\/settings.json$/m);
  assert.match(installed.stdout, /^\+\s+"UserPromptSubmit": \[$/m);
  assert.match(installed.stdout, /^claude-code\tinstalled\t/m);
  assert.match(installed.stdout, /^cursor\tskipped\tCursor is not here$/m);
  assert.match(installed.stderr, /\/hooks/);
  assert.equal(settings.get(`${claude}.unf.bak`), before.get(claude));
  assert.ok(!settings.has(`${codex}.unf.bak`), "there was nothing to copy");
  const again = await run("install --all --json --yes");
  assert.deepEqual(statesOf(again.stdout)["claude-code"], "already");
  const gone = await run("uninstall --all --yes");
  assert.equal(gone.exit, 0);
  assert.deepEqual(settings, before);
});

test("a copy that is not what uninstalling leaves stays, and is named", async () => {
  const { settings, run } = openHome();
  await run("install claude-code --yes");
  settings.set(claude, (settings.get(claude) ?? "").replace("opus", "haiku"));
  const { stdout } = await run("uninstall claude-code --yes --json");
  assert.equal(JSON.parse(stdout).agents[0].backup, `${claude}.unf.bak`);
  assert.match(settings.get(claude) ?? "", /^\{\n {2}"model": "haiku"\n\}\n$/);
});

test("nothing is written without a yes", async () => {
  const { settings, before, run } = openHome();
  assert.equal((await run("install claude-code")).exit, 4);
  const no = await run("install claude-code", { tty: true, answers: ["n"] });
  assert.equal(no.exit, 4);
  assert.match(no.asked.join(), /Change 6 files like this\?/);
  const dry = await run("install claude-code --dry-run");
  assert.match(dry.stdout, /claude-code\twould be installed/);
  assert.deepEqual(settings, before);
  await run("install claude-code", { tty: true, answers: ["y"] });
  assert.notDeepEqual(settings, before);
});

test("what is in place already asks nothing", async () => {
  const { run } = openHome();
  await run("install claude-code --yes");
  const { exit, asked } = await run("install claude-code", { tty: true });
  assert.deepEqual([exit, asked], [0, []]);
  assert.equal((await run("uninstall codex")).exit, 0);
});

test("settings that cannot be edited are refused, and the others are still done", async () => {
  const { settings, run } = openHome();
  settings.set(codex, "{ broken");
  settings.set(windsurf, "{ broken");
  const { exit, stdout } = await run("install --all --yes");
  assert.equal(exit, 8);
  assert.match(stdout, /^codex\trefused\t.*hooks\.json: it is not valid JSON$/m);
  assert.equal(settings.get(codex), "{ broken");
  assert.equal((await run("install windsurf --yes")).exit, 4);
});

test("settings that changed after they were shown are left alone", async () => {
  let reads = 0;
  class Changing extends Map<string, string> {
    override get(path: string): string | undefined {
      reads += path === windsurf ? 1 : 0;
      return reads > 1 && path === windsurf ? '{ "new": 1 }' : super.get(path);
    }
  }
  const settings = new Changing([[windsurf, "{}"]]);
  const { exit, stdout } = await runFake(["hook", "install", "windsurf", "--yes"], { settings });
  assert.equal(exit, 4);
  assert.match(stdout, /refused\t.*changed meanwhile/);
});

test("status tells installed, partly, not installed, disabled and not found apart", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/.gemini/settings.json", "{}");
  settings.set(
    "/home/a/.factory/settings.json",
    '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "unf hook run droid" }] }] } }',
  );
  await run("install claude-code codex --yes");
  settings.set("/home/a/.codex/config.toml", "[features]\nhooks = false\n");
  const { stdout } = await run("status --json");
  assert.deepEqual(statesOf(stdout), {
    "claude-code": "installed",
    codex: "disabled",
    cursor: "not_found",
    gemini: "not_installed",
    copilot: "not_found",
    windsurf: "not_found",
    droid: "partly",
    opencode: "not_found",
    pi: "not_found",
  });
  const { disabled_by } = JSON.parse(stdout).agents[1];
  assert.deepEqual(disabled_by, { file: "/home/a/.codex/config.toml", key: "features.hooks" });
  const warned = await run("install codex --yes");
  assert.match(warned.stderr, /warning: Codex CLI calls no hooks: features\.hooks/);
});

test("--project means the project's own file, and UNF_PROJECT never does", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/src/shop/README.md", "");
  const env = { UNF_PROJECT: "/home/a/src/shop" };
  await run("install copilot --project . --yes", { env });
  assert.ok(settings.has("/home/a/src/shop/.github/hooks/unf.json"));
  assert.ok(!settings.has(`${claude}.unf.bak`));
  await run("install claude-code --yes", { env });
  assert.ok(settings.has(`${claude}.unf.bak`));
  assert.equal((await run("install pi --project nowhere --yes")).exit, 3);
});

test("out of a project the hooks of agents that are not on this machine are taken, too", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/src/shop/README.md", "");
  await run("install gemini --project . --yes");
  assert.ok(settings.has("/home/a/src/shop/.gemini/settings.json"));
  const { stdout } = await run("uninstall --all --project . --yes");
  assert.match(stdout, /^gemini\tremoved\t/m);
  assert.match(stdout, /^cursor\tskipped\tCursor is not here$/m);
  const below = [...settings.keys()].filter((path) => path.startsWith("/home/a/src/shop/"));
  assert.deepEqual(below, ["/home/a/src/shop/README.md"]);
});

test("hooks name this program by its path; those that others share find it by its name", async () => {
  const { settings, run } = openHome();
  const hookPlace = fakeHookPlace();
  await run("install claude-code --yes", { hookPlace });
  const own = settings.get(claude) ?? "";
  assert.match(own, /'\/usr\/bin\/node' '\/opt\/unf\/bin\/unf\.js' hook run claude-code/);
  assert.deepEqual(
    hookPlace.note?.files.map(({ agent, file, program }) => [agent, file, program]),
    [
      ["claude-code", claude, "/opt/unf/bin/unf.js"],
      ["claude-code", servers, "/opt/unf/bin/unf.js"],
    ],
  );
  const { unf } = JSON.parse(settings.get(servers) ?? "").mcpServers;
  assert.deepEqual([unf.command, unf.args], ["/usr/bin/node", ["/opt/unf/bin/unf.js", "mcp"]]);
  settings.set("/home/a/src/shop/README.md", "");
  await run("install gemini --project . --yes", { hookPlace });
  const shared = settings.get("/home/a/src/shop/.gemini/settings.json") ?? "";
  assert.match(shared, /command -v unf .* && unf hook run gemini/);
  assert.doesNotMatch(shared, /opt/);
  assert.equal(hookPlace.note?.files.length, 2);
});

test("after an upgrade the next command repairs the hooks, and uninstalling is still exact", async () => {
  const { settings, before, run } = openHome();
  settings.set("/home/a/.config/opencode/opencode.json", "{}");
  const now = new Map(settings);
  const old = fakeHookPlace({ program: "/nvm/v24.1/unf/bin/unf.js" });
  await run("install --all --yes", { hookPlace: old });
  settings.set(claude, (settings.get(claude) ?? "").replace("opus", "haiku"));
  const fresh = fakeHookPlace({}, new Set(["/nvm/v24.1/unf/bin/unf.js"]));
  fresh.note = old.note;
  const gone = await run("status --json", { hookPlace: fresh });
  const [{ troubles }] = JSON.parse(gone.stdout).agents;
  assert.deepEqual(troubles, ["they start /nvm/v24.1/unf/bin/unf.js, which is gone"]);
  const repaired = await runFake(["list"], { settings, hookPlace: fresh });
  assert.match(repaired.stderr, /Codex runs new hooks only once you trust them/);
  for (const [file, text] of settings) {
    if (file.endsWith(".bak")) continue;
    assert.doesNotMatch(text, /nvm/, file);
  }
  assert.match(settings.get(claude) ?? "", /haiku[\s\S]*'\/opt\/unf\/bin\/unf\.js' hook run/);
  assert.match(
    settings.get("/home/a/.config/opencode/plugins/unf.js") ?? "",
    /^const command = \["\/usr\/bin\/node","\/opt\/unf\/bin\/unf.js"\];$/m,
  );
  const again = new Map(settings);
  await runFake(["list"], { settings, hookPlace: fresh });
  assert.deepEqual(settings, again);
  settings.set(claude, (settings.get(claude) ?? "").replace("haiku", "opus"));
  await run("uninstall --all --yes", { hookPlace: fresh });
  assert.deepEqual(settings, now);
  assert.deepEqual(fresh.note?.files, []);
  assert.notDeepEqual(settings, before);
});

test("hooks that a person took out, and hooks by name, are not put back by a repair", async () => {
  const { settings, run } = openHome();
  const hookPlace = fakeHookPlace({}, new Set(["/gone/unf.js"]));
  await run("install claude-code codex --yes", { hookPlace });
  const byName = (settings.get(codex) ?? "").replace(
    /test -x [^"]*/g,
    "unf hook run codex || true",
  );
  settings.set(codex, byName);
  settings.set(claude, "{}");
  const stale = hookPlace.note?.files.map((one) => ({ ...one, program: "/gone/unf.js" })) ?? [];
  hookPlace.note = { host: "here", files: stale };
  await runFake(["list"], { settings, hookPlace });
  assert.equal(settings.get(claude), "{}");
  assert.equal(settings.get(codex), byName);
  assert.deepEqual(
    hookPlace.note?.files.map(({ file }) => file),
    [servers, "/home/a/.codex/config.toml"],
  );
  hookPlace.note = { host: "another machine", files: stale };
  await runFake(["list"], { settings, hookPlace });
  assert.deepEqual(hookPlace.note?.files, stale);
});

test("status and doctor say that Codex waits for a person's trust, until it was given", async () => {
  const { settings, run } = openHome();
  await run("install codex --yes");
  const troubles = async () => JSON.parse((await run("status codex --json")).stdout).agents[0];
  assert.equal((await troubles()).trusted, false);
  assert.match((await troubles()).troubles.join(), /trust them/);
  const doctor = await runFake(["doctor", "--json"], { settings });
  assert.match(doctor.stdout, /hooks\.codex/);
  const events = ["session_start", "user_prompt_submit", "pre_tool_use", "post_tool_use", "stop"];
  const trust = [...events, "interrupt", "session_end"].map(
    (event) => `[hooks.state."${codex}:${event}:0:0"]\ntrusted_hash = "sha256:0"\n`,
  );
  settings.set("/home/a/.codex/config.toml", trust.slice(1).join(""));
  assert.equal((await troubles()).trusted, false);
  settings.set("/home/a/.codex/config.toml", trust.join(""));
  assert.deepEqual([(await troubles()).trusted, (await troubles()).troubles], [true, []]);
  // Nothing stands in its way any more, and nobody knows yet whether it runs.
  const { checks } = JSON.parse((await runFake(["doctor", "--json"], { settings })).stdout);
  const hooks = checks.find(({ id }: { readonly id: string }) => id === "hooks.codex");
  assert.deepEqual([hooks.state, /never told of anything/.test(hooks.message)], ["warn", true]);
});

test("settings of other kinds that turn hooks off are seen", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/.factory/settings.json", '{ "hooks": { "hooksDisabled": true } }');
  settings.set("/home/a/.gemini/settings.json", '{ "hooksConfig": { "disabled": ["unf"] } }');
  await run("install droid gemini claude-code --yes");
  settings.set("/etc/claude-code/managed-settings.json", '{ "allowManagedHooksOnly": true }');
  const states = statesOf((await run("status --json")).stdout);
  assert.deepEqual(
    [states.droid, states.gemini, states["claude-code"]],
    ["disabled", "disabled", "disabled"],
  );
});

test("wrong words are refused with the right ones", async () => {
  const { run } = openHome();
  assert.match((await run("instal")).stderr, /did you mean unf hook install\?/);
  assert.match((await run("install claude-cod")).stderr, /did you mean claude-code\?/);
  assert.match((await run("install")).stderr, /unf hook install --all/);
  assert.match((await run("install pi --all")).stderr, /not both/);
  assert.equal((await run("install pi --yes")).exit, 3);
  assert.equal((await run("toString")).exit, 2);
});

test("help names every agent", () => {
  const text = hook.about.join("\n");
  for (const { agent } of agentSettings) assert.ok(text.includes(agent), agent);
});

test("status says of installed hooks whether they were ever heard, and warns where no shell finds unf", async () => {
  const { settings, run } = openHome();
  await run("install claude-code --yes");
  const byName = (settings.get(claude) ?? "").replace(/test -x [^"]*/g, "unf hook run claude-code");
  settings.set(claude, byName);
  const lost = await run("status claude-code", { env: { PATH: "/usr/bin:bin" } });
  assert.match(
    lost.stdout,
    /^claude-code\tinstalled\t\S+\tno program `unf` is on your PATH · never heard · with /m,
  );
  assert.match(lost.stderr, /no program `unf` is on your PATH/);
  const disk = { "/usr/bin/unf": "#!/bin/sh\n" };
  const found = await run("status claude-code", { env: { PATH: "/usr/bin" }, disk });
  assert.equal(found.stderr, "");
  const absent = await run("status cursor", { env: { PATH: "/usr/bin" } });
  assert.doesNotMatch(`${absent.stdout}${absent.stderr}`, /heard|PATH/);
});

test("what the system does not show of processes is said with what follows, of hooks where these are there", async () => {
  const { sight } = soundFacts;
  const wiring = { readProcessSight: async () => ({ ...sight, others: false, bytes: false }) };
  const { run } = openHome();
  const without = (await run("status", { wiring })).stderr;
  assert.match(
    without,
    /^unf: warning: \/proc .*: what agents without hooks write is ambiguous\n$/,
  );
  await run("install claude-code --yes");
  const { stderr } = await run("status", { wiring });
  assert.match(stderr, /hides the processes of other users \(hidepid\): .* is ambiguous$/m);
  assert.match(stderr, /has written: what you save beside .* counts as the command's$/m);
  const { stdout } = await run("status --json", { wiring });
  const named = JSON.parse(stdout).lacking.map(({ evidence }: { evidence: string }) => evidence);
  assert.deepEqual(named, ["bytes", "hookless", "others"]);
});

test("payloads that were lost or came late are counted for their agent, those of a week", async () => {
  const { run } = openHome();
  const line = (time: string, more: object): string =>
    JSON.stringify({ time: `2026-11-${time}:00.000Z`, ...more });
  const lost = { msg: "payload.lost", agent: "claude-code", why: "nothing came" };
  const late = { msg: "payload.late", agent: "claude-code", ms: 80 };
  const disk = {
    "/home/a/.unfudged/logs/hook-payloads.log.1": [
      line("12T13:00", lost),
      line("19T13:00", late),
      "cut off",
    ].join("\n"),
    "/home/a/.unfudged/logs/hook-payloads.log": [
      "",
      line("20T13:00", { ...late, ms: 417 }),
      line("20T13:10", lost),
      line("20T13:20", { ...lost, agent: "codex" }),
      line("20T13:30", { msg: "not.recording", agent: "claude-code" }),
    ].join("\n"),
  };
  await run("install claude-code --yes");
  const { stdout } = await run("status claude-code", { disk });
  assert.match(
    stdout,
    /\t1 payload lost in 7 days, the last 22 m ago: nothing came · never heard · 2 came late, up to 417 ms after their hook was started · with /m,
  );
  const json = await run("status claude-code --json", { disk });
  assert.deepEqual(JSON.parse(json.stdout).agents[0].payloads, {
    lost: 1,
    last_lost_at: "2026-11-20T13:10:00.000Z",
    last_lost_why: "nothing came",
    late: 2,
    late_ms_max: 417,
  });
});

test("hooks, MCP server and commands come and go as one set, and what a person made stays", async () => {
  const { settings, before, run } = openHome();
  settings.set(servers, '{"numStartups":3,"mcpServers":{"db":{"command":"db"}}}');
  settings.set(command("recap"), "my own recap\n");
  const now = new Map([...before, ...settings]);
  const installed = await run("install claude-code --yes");
  assert.equal(installed.exit, 8, "one was left");
  assert.match(
    installed.stdout,
    /^claude-code\trefused\t.*recap\.md: there is a file of this name/m,
  );
  assert.equal(settings.get(command("recap")), "my own recap\n");
  assert.deepEqual(Object.keys(JSON.parse(settings.get(servers) ?? "").mcpServers), ["db", "unf"]);
  assert.match(
    settings.get(command("rewind")) ?? "",
    /^---\ndescription: .*\n[\s\S]*unf_rewind_plan/,
  );
  const parts = async () => {
    const [{ parts: all }] = JSON.parse((await run("status claude-code --json")).stdout).agents;
    return all.map(({ part, state }: { part: string; state: string }) => `${part} ${state}`);
  };
  const rest = ["/unf:oops installed", "/unf:recap foreign", "/unf:checkpoint installed"];
  assert.deepEqual(await parts(), ["MCP server installed", "/unf:rewind installed", ...rest]);

  // Edited ones stay when the rest goes, and are named.
  const edited = `${settings.get(command("oops"))}And in German.\n`;
  settings.set(command("oops"), edited);
  settings.delete(command("checkpoint"));
  assert.deepEqual((await parts()).slice(2), [
    ...["/unf:oops foreign", "/unf:recap foreign", "/unf:checkpoint not_installed"],
  ]);
  const said = (await run("status claude-code")).stdout;
  assert.match(said, /not there or older: \/unf:checkpoint; unf hook install claude-code/);
  assert.match(said, /not as unf wrote it, so it is left: \/unf:oops, \/unf:recap/);
  const gone = await run("uninstall claude-code --yes");
  assert.equal(gone.exit, 0, "it starts nothing, and is the person's");
  assert.match(gone.stdout, /skipped\t.*oops\.md: it was edited since unf wrote it/);
  assert.equal(settings.get(command("oops")), edited);
  settings.delete(command("oops"));
  assert.deepEqual(settings, now);
});

test("status says what each agent has no place for, and what it does have", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/.gemini/settings.json", "{}");
  await run("install gemini --yes");
  type Row = { readonly agent: string; readonly state: string; readonly lacks: readonly string[] };
  const { agents, hookless } = JSON.parse((await run("status --json")).stdout);
  const lacks = new Map(agents.map((one: Row) => [one.agent, one.lacks] as const));
  assert.deepEqual(lacks.get("codex"), [
    "no place for commands of others that lasts: ask in words",
  ]);
  for (const agent of ["claude-code", "gemini"]) assert.deepEqual(lacks.get(agent), [], agent);
  assert.equal(agents.find(({ agent }: Row) => agent === "gemini").state, "installed");
  const [aider] = hookless;
  assert.deepEqual([aider.agent, aider.lacks.length], ["aider", 1]);
  assert.match(
    (await run("status")).stdout,
    /^aider\tno hooks\t.*unf exec --agent aider -- aider/m,
  );
  assert.doesNotMatch((await run("status codex")).stdout, /aider/);
});

test("pi needs no commands: its own menus are named once the extension is there", async () => {
  const { settings, run } = openHome();
  settings.set("/home/a/.pi/agent/settings.json", "{}");
  const read = async () => JSON.parse((await run("status pi --json")).stdout).agents[0];
  assert.deepEqual((await read()).lacks, ["no MCP"]);
  assert.doesNotMatch((await run("status pi")).stdout, /own \/tree/);
  await run("install pi --yes");
  const { state, lacks } = await read();
  assert.deepEqual([state, lacks], ["installed", ["no MCP"]]);
  assert.match((await run("status pi")).stdout, /files go back at pi's own \/tree and \/fork/);
});
