import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import {
  assertNothingLeft,
  makeScratchHome,
  runUnf,
  type TempHome,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../kit/index.ts";

test("uninstalling leaves the user's home as it was, and the history only where it is to stay", async () => {
  await using home = tempHome();
  makeScratchHome(home);
  const settings = join(home.home, ".claude/settings.json");
  mkdirSync(join(home.home, ".claude"));
  writeFileSync(settings, '{ "model": "opus" }\n');
  writeFileSync(join(home.project, "a.txt"), "1\n");
  const before = treeOf(home.home, home.unfHome);
  const unf = open(home);
  await unf(["watch", "."]);
  await unf(["hook", "install", "claude-code", "--yes"]);
  assert.notDeepEqual(
    treeOf(home.home, home.unfHome),
    before,
    "something is there to be taken out",
  );

  const planned = await unf(["uninstall", "--purge", "--dry-run", "--json"]);
  const { history, steps } = JSON.parse(planned) as {
    readonly history: string;
    readonly steps: readonly { readonly exit: number }[];
  };
  assert.deepEqual([history, steps.map(({ exit }) => exit)], ["deleted", [0, 0, 0]]);
  await unf(["uninstall"], 4);
  assert.ok(existsSync(join(home.unfHome, "format.json")), "nothing was done");

  await unf(["uninstall", "--yes"]);
  assert.deepEqual(treeOf(home.home, home.unfHome), before);
  assert.equal(await unf(["cat", "a.txt"]), "1\n");
  await unf(["uninstall", "--yes"]);

  // A person's own file in the store is no history, and stays.
  writeFileSync(join(home.unfHome, "mine.txt"), "");
  assert.match(await unf(["uninstall", "--purge", "--yes"]), /mine\.txt/);
  assert.deepEqual(readdirSync(home.unfHome), ["mine.txt"]);
  assert.deepEqual(treeOf(home.home, home.unfHome), before);
  assert.equal(readFileSync(join(home.project, "a.txt"), "utf8"), "1\n");
});

test("cut off in the middle, with others' edits beside, a second one leaves all as it was", async () => {
  await using home = tempHome();
  makeScratchHome(home);
  const agents: Readonly<Record<string, string>> = {
    ".claude/settings.json": '{\n  // mine\n  "model": "opus"\n}\n',
    ".claude.json": '{ "numStartups": 3 }\n',
    ".codex/config.toml": 'model = "gpt-5"\n',
    ".cursor/hooks.json": '{"version":1,"hooks":{}}',
    ".gemini/settings.json": '{\r\n\t"theme": "Ayu"\r\n}\r\n',
    ".factory/settings.json": '\ufeff{ "model": "x" }',
    ".config/opencode/opencode.json": "{}\n",
    // A person's own lines, which nobody but the person put there.
    ".bashrc": 'eval "$(unf completion bash)"\n',
  };
  for (const [name, text] of Object.entries(agents)) {
    mkdirSync(dirname(join(home.home, name)), { recursive: true });
    writeFileSync(join(home.home, name), text, { mode: 0o640 });
  }
  const before = treeOf(home.home, home.unfHome);
  const unf = open(home);
  await unf(["watch", "."]);
  await unf(["hook", "install", "--all", "--yes"]);
  const installed = treeOf(home.home, home.unfHome);
  assert.notDeepEqual(installed, before);

  // Someone else writes into the same file meanwhile.
  const gemini = join(home.home, ".gemini/settings.json");
  const edited = readFileSync(gemini, "utf8").replace('"Ayu"', '"Nord"');
  writeFileSync(gemini, edited);
  const words = wordsOf("unf");
  const first = spawn(words[0], [...words.slice(1), "uninstall", "--yes"], {
    cwd: home.project,
    env: testEnvironment(home),
    stdio: "ignore",
  });
  const ended = once(first, "exit");
  const claude = join(home.home, ".claude/settings.json");
  // The first file is done, the others may be.
  await until("it has begun", () => !readFileSync(claude, "utf8").includes("unf"), { everyMs: 1 });
  first.kill("SIGKILL");
  await ended;
  await unf(["uninstall", "--yes"]);
  assert.equal(
    readFileSync(gemini, "utf8"),
    agents[".gemini/settings.json"]?.replace("Ayu", "Nord"),
  );
  writeFileSync(gemini, agents[".gemini/settings.json"] ?? "");
  // A copy that is not what the file is now is named, and stays the person's.
  rmSync(`${gemini}.unf.bak`);
  assert.deepEqual(treeOf(home.home, home.unfHome), before);
  await unf(["uninstall", "--purge", "--yes"]);
  assert.deepEqual(treeOf(home.home, home.unfHome), before);
  assert.ok(!existsSync(home.unfHome));
  await assertNothingLeft(home.root);
});

test("a store that is gone is no fault, and is not made anew", async () => {
  await using home = tempHome();
  makeScratchHome(home);
  const unf = open(home);
  await unf(["watch", "."]);
  await unf(["uninstall", "--purge", "--yes"]);
  assert.ok(!existsSync(home.unfHome));
  await unf(["uninstall", "--purge", "--yes"]);
  assert.ok(!existsSync(home.unfHome), "it makes none either");
});

function open(home: TempHome) {
  return async (argv: readonly string[], expected = 0) => {
    const { code, stdout, stderr } = await runUnf(argv, { home });
    assert.equal(code, expected, `unf ${argv.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
}

/** Names, modes and contents below the directory, without what is below `except`. */
function treeOf(directory: string, except: string): readonly unknown[] {
  return readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => path !== except)
    .sort()
    .map((path) => {
      const stats = lstatSync(path);
      const inside = stats.isDirectory() ? treeOf(path, except) : readFileSync(path, "latin1");
      return [path, stats.mode, inside];
    });
}
