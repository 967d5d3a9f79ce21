import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { makeScratchHome, type RunOptions, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { asOrdinaryUser, giveAway } from "./ordinary-user.ts";

// Uninstalling in homes that are not as they should be: nothing of a person's goes, what stays is named,
// and once the obstacle is gone a second one leaves all as it was before unf.

const settings: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{\n  "model": "opus"\n}\n',
  ".gemini/settings.json": '{ "theme": "Ayu" }\n',
};

function fill(home: string): void {
  for (const [name, text] of Object.entries(settings)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
    utimesSync(join(home, name), 1_700_000_000, 1_700_000_000.25);
  }
  // Of the empty directories around, only those that an install made go.
  mkdirSync(join(home, ".gemini/commands"));
}

function open(home: TempHome, options: Partial<RunOptions> = {}) {
  return async (words: string, expected = 0) => {
    const { code, stdout, stderr } = await runUnf(words.split(" "), { home, ...options });
    assert.equal(code, expected, `unf ${words}\n${stdout}${stderr}`);
    return stdout + stderr;
  };
}

/** Kind, mode, owner, content and age of all below the directory, without what is below `except`. */
function treeOf(directory: string, except: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .map((entry) => ({ entry, path: join(directory, entry.name) }))
    .filter(({ path }) => path !== except)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => {
      const { mode, mtimeMs, uid } = lstatSync(path);
      const row = `${path} ${mode.toString(8)} ${uid}`;
      if (entry.isDirectory()) return [row, ...treeOf(path, except)];
      const link = entry.isSymbolicLink();
      return [`${row} ${mtimeMs} ${link ? readlinkSync(path) : readFileSync(path, "latin1")}`];
    });
}

test("a home that is reached by a link, and settings that are links, are as they were", async () => {
  await using home = tempHome();
  fill(home.home);
  // As who keeps such files in a repository has it.
  const dotfiles = join(home.root, "dotfiles.json");
  renameSync(join(home.home, ".claude/settings.json"), dotfiles);
  symlinkSync(dotfiles, join(home.home, ".claude/settings.json"));
  const link = join(home.root, "link");
  symlinkSync(home.home, link);
  const unf = open(home, { env: { HOME: link, UNF_HOME: undefined } });
  const before = treeOf(home.root, home.unfHome);
  await unf("watch . --scratch-home");
  await unf("hook install --all --yes");
  assert.match(readFileSync(dotfiles, "utf8"), /unf/);
  await unf("uninstall --purge --yes");
  assert.deepEqual(treeOf(home.root, home.unfHome), before);
  assert.ok(!existsSync(home.unfHome));
});

test("a hook that a person edited by hand goes with all that is ours, and what is the person's stays", async () => {
  await using home = tempHome();
  makeScratchHome(home);
  fill(home.home);
  const unf = open(home);
  await unf("watch .");
  await unf("hook install claude-code --yes");
  const file = join(home.home, ".claude/settings.json");
  const edited = JSON.parse(readFileSync(file, "utf8")) as {
    hooks: Record<string, { matcher?: string; hooks: object[] }[]>;
    permissions?: object;
  };
  const [event = "", groups = []] = Object.entries(edited.hooks)[0] ?? [];
  // A time limit in our own entry, a command of the person's behind it, and a group of the person's.
  Object.assign(groups[0]?.hooks[0] ?? {}, { timeout: 99 });
  groups[0]?.hooks.push({ type: "command", command: "say mine" });
  edited.hooks.Notification = [{ hooks: [{ type: "command", command: "notify-send mine" }] }];
  edited.permissions = { allow: ["Bash(unf log)"] };
  writeFileSync(file, JSON.stringify(edited, null, 2));
  // A command is theirs once they edited it, and keeps nothing from going.
  const command = join(home.home, ".claude/commands/unf/oops.md");
  const theirs = `${readFileSync(command, "utf8")}And in German.\n`;
  writeFileSync(command, theirs);
  assert.match(await unf("uninstall --purge --yes"), /oops\.md: it was edited/);
  assert.deepEqual(readdirSync(dirname(command)), ["oops.md"]);
  assert.equal(readFileSync(command, "utf8"), theirs);
  assert.ok(!existsSync(home.unfHome));
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), {
    model: "opus",
    hooks: {
      [event]: [{ ...groups[0], hooks: [{ type: "command", command: "say mine" }] }],
      Notification: edited.hooks.Notification,
    },
    permissions: edited.permissions,
  });
});

test("what may not be written stays and is named, the history with it, and goes once it may", async (t) => {
  await using home = tempHome();
  fill(home.home);
  const via = await asOrdinaryUser(t, home);
  if (via === undefined) return;
  giveAway(home.root);
  const unf = open(home, { via });
  const before = treeOf(home.home, home.unfHome);
  await unf("watch .");
  await unf("hook install --all --yes");
  const locked = join(home.home, ".claude");
  assert.ok(existsSync(join(locked, "commands/unf")));
  assert.ok(existsSync(join(home.home, ".gemini/commands/unf")));
  chmodSync(locked, 0o555);
  const said = await unf("uninstall --purge --yes", 8);
  assert.match(said, /Not taken out: hooks/);
  assert.match(said, /\.claude/);
  assert.ok(existsSync(join(home.unfHome, "format.json")), "the history is still there");
  assert.equal(
    readFileSync(join(home.home, ".gemini/settings.json"), "utf8"),
    settings[".gemini/settings.json"],
  );
  chmodSync(locked, 0o755);
  await unf("uninstall --purge --yes");
  assert.deepEqual(treeOf(home.home, home.unfHome), before);
  assert.ok(!existsSync(home.unfHome));
});

test("another user's files, in the settings or in the home, are left as they are and named", async (t) => {
  await using home = tempHome();
  fill(home.home);
  const via = await asOrdinaryUser(t, home);
  if (via === undefined || process.getuid?.() !== 0) return t.skip("needs two users");
  giveAway(home.root);
  const unf = open(home, { via });
  await unf("watch .");
  await unf("hook install --all --yes");
  // As an administrator leaves it who ran an editor as root.
  const foreign = join(home.home, ".claude/settings.json");
  chownSync(foreign, 0, 0);
  const text = readFileSync(foreign, "utf8");
  const said = await unf("uninstall --purge --yes", 8);
  assert.match(said, /settings\.json/);
  assert.deepEqual([readFileSync(foreign, "utf8"), lstatSync(foreign).uid], [text, 0]);
  assert.ok(existsSync(join(home.unfHome, "format.json")));
});

test("a store that is a link is no store: nothing behind it goes", async () => {
  await using home = tempHome();
  fill(home.home);
  const elsewhere = join(home.root, "elsewhere");
  const unf = open(home);
  makeScratchHome({ ...home, unfHome: elsewhere });
  writeFileSync(join(elsewhere, "mine.txt"), "mine\n");
  symlinkSync(elsewhere, home.unfHome);
  const before = treeOf(home.root, "");
  const run = await runUnf(["uninstall", "--purge", "--yes"], { home });
  assert.notEqual(run.code, 0, run.stdout);
  assert.match(run.stdout + run.stderr, /symbolic link/);
  assert.deepEqual(treeOf(home.root, ""), before);
  unlinkSync(home.unfHome);
  await unf("uninstall --purge --yes");
});
