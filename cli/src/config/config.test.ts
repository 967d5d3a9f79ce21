import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { type AbsPath, UnfError } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { daemonLockPath } from "@unf/core/home";
import { takeLock } from "@unf/system";
import { runFake } from "../testing/fake-world.ts";

const base = mkdtempSync(join(tmpdir(), "unf-config-test-"));
after(() => rmSync(base, { recursive: true }));
let count = 0;

/** A home of its own for each test, with a daemon that is away. */
function openHome() {
  count += 1;
  const home = join(base, `home-${count}`);
  const env = { UNF_HOME: home };
  const wiring = {
    openWriter: () => Promise.reject(new UnfError("daemon_unavailable", "away")),
  };
  return {
    file: join(home, "config.toml"),
    run: (argv: string, more = {}) =>
      runFake(["config", ...argv.split(" ").filter(Boolean)], { env, wiring, ...more }),
  };
}

test("set changes one value and keeps comments, unset brings the default back", async () => {
  const { file, run } = openHome();
  assert.equal(
    (await run("set record.max_file_size 5MiB")).stdout,
    "record.max_file_size = 5MiB\n",
  );
  writeFileSync(file, `# mine\n${readFileSync(file, "utf8")}`);
  await run("set filter.exclude_dirs fixtures,vendor");
  assert.equal((await run("get filter.exclude_dirs")).stdout, "fixtures,vendor\n");
  assert.equal((await run("unset record.max_file_size")).stdout, "record.max_file_size = 2MiB\n");
  const text = readFileSync(file, "utf8");
  assert.match(text, /^# mine\n/);
  assert.doesNotMatch(text, /max_file_size/);
});

test("a running daemon is told to read the settings again", async () => {
  const { run } = openHome();
  const { requests } = await run("set log.level debug", { wiring: {} });
  assert.deepEqual(
    requests.map(({ method }) => method),
    ["reload"],
  );
});

test("a daemon that runs and does not answer is told of, with what makes it listen", async () => {
  const { file, run } = openHome();
  const nobody = await run("set log.level debug --json");
  assert.deepEqual([JSON.parse(nobody.stdout).daemon_told, nobody.stderr], [null, ""]);
  {
    const taken = takeLock(daemonLockPath(dirname(file) as AbsPath), { version: "0.0.0" });
    assert.equal(taken.kind, "taken");
    using _lock = taken.lock;
    const hung = await run("set log.level warn --json");
    assert.deepEqual([hung.exit, JSON.parse(hung.stdout).daemon_told], [0, false]);
    assert.match(hung.stderr, /^unf: warning: the daemon does not answer: .*unf restart/);
    assert.match(readFileSync(file, "utf8"), /"warn"/);
  }
  const heard = await run("set log.level info --json", { wiring: {} });
  assert.deepEqual([JSON.parse(heard.stdout).daemon_told, heard.stderr], [true, ""]);
});

test("a dry run, and a value that is there already, write nothing", async () => {
  const { file, run } = openHome();
  await run("set log.level debug -n");
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
  await run("set log.level debug");
  const { requests, stdout } = await run("set log.level debug", { wiring: {} });
  assert.deepEqual(requests, []);
  assert.match(stdout, /as before/);
});

test("every setting is listed with where its value comes from", async () => {
  const { run } = openHome();
  await run("set log.level debug");
  const { settings } = JSON.parse((await run("get --json")).stdout);
  assert.deepEqual(
    settings.find(({ key }: { key: string }) => key === "log.level"),
    { key: "log.level", value: "debug", origin: "file" },
  );
  assert.ok(settings.some(({ origin }: { origin: string }) => origin === "default"));
});

test("a key, a verb and a value that cannot be are refused with what can", async () => {
  const { run } = openHome();
  const key = await run("get record.max_file_siz");
  assert.equal(key.exit, 3);
  assert.match(key.stderr, /did you mean record\.max_file_size/);
  const verb = await run("gett");
  assert.equal(verb.exit, 2);
  assert.match(verb.stderr, /did you mean unf config get\?/);
  const value = await run("set record.max_file_size 5GB");
  assert.equal(value.exit, 2);
  assert.match(value.stderr, /a size from 1KiB to 64MiB/);
  assert.equal((await run("set log.level")).exit, 2);
});

test("a file that is not TOML is named with its line, and is not written over", async () => {
  const { file, run } = openHome();
  await run("set log.level debug");
  writeFileSync(file, "[log]\nlevel = = 3\n");
  const { exit, stderr } = await run("set log.level info");
  assert.equal(exit, 2);
  assert.match(stderr, /line 2 of .*config\.toml is not valid TOML/);
  assert.equal(readFileSync(file, "utf8"), "[log]\nlevel = = 3\n");
});

test("an editor needs a terminal", async () => {
  const { run } = openHome();
  assert.equal((await run("edit")).exit, 4);
});

test("an agent cannot set what bears on recording, history or its rights; a person at a terminal can", async () => {
  const { file, run } = openHome();
  const agent = { env: { UNF_HOME: dirname(file), CLAUDECODE: "1" } };
  const guarded = [
    "set record.max_file_size 1KiB",
    "set filter.exclude_dirs src",
    "set secrets.skip *.ts",
    "set store.min_free 1GiB",
    "set store.cap 4KiB",
    "set retention.keep_all 1h",
    "set retention.weekly 0s",
    "set agents.may_stop true",
    "set mcp.allow_restore false",
  ];
  for (const words of guarded) {
    const { exit, stderr } = await run(`${words} --yes`, agent);
    assert.equal(exit, 4, words);
    assert.match(stderr, /^unf: nothing was done: only a person may set .*CLAUDECODE is set/);
    assert.equal((await run(`${words} -n`, agent)).exit, 0, `${words}: a dry run sets nothing`);
  }
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
  assert.equal((await run("set log.level debug", agent)).exit, 0);
  assert.equal((await run("set store.cap 4KiB")).exit, 0);
  assert.equal((await run("unset store.cap --yes", agent)).exit, 4);
  const typed = { ...agent, tty: true, answers: ["set"] };
  assert.equal((await run("set store.cap 3KiB", typed)).exit, 0);
  assert.equal((await run("set store.cap 2KiB", { ...typed, answers: ["y"] })).exit, 4);
  assert.match(readFileSync(file, "utf8"), /cap = "3KiB"/);
});

test("where the gate is open agents may set what else takes a person", async () => {
  const { file, run } = openHome();
  const config = { ...defaultConfig, "agents.may_stop": true };
  const wiring = { readSettings: async () => ({ config, given: new Set(), complaints: [] }) };
  const agent = { env: { UNF_HOME: dirname(file), CLAUDECODE: "1" }, wiring };
  assert.equal((await run("set filter.exclude_dirs src", agent)).exit, 0);
  assert.equal((await run("set retention.keep_all 1h", agent)).exit, 0);
  assert.equal((await run("set mcp.allow_restore false", agent)).exit, 0);
});

test("a person is told of a 0 that is no size what it means, a pipe is not", async () => {
  const { stdout } = await runFake(["config", "get"], { tty: true, env: { NO_COLOR: "1" } });
  assert.match(stdout, /^store\.cap +0: 5 GiB, or a tenth of the disk {2}\(default\)$/m);
  assert.match(stdout, /^store\.project_cap +0: no cap {2}\(default\)$/m);
  assert.match((await runFake(["config", "get"])).stdout, /^store\.cap\t0\tdefault$/m);
});
