import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratchHome, runUnf, type TempHome, tempHome } from "../kit/index.ts";

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
