import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findCommand } from "./find-command.ts";
import type { Flag } from "./frame/argv/flag.ts";
import { globalFlags } from "./frame/argv/globals.ts";
import { topics } from "./help/topics.ts";
import { runFake } from "./testing/fake-world.ts";

/** Each line: commands that mean the same, the flags each has, and the exit codes beyond 0 to 2 after a colon. */
const sheet = `
watch --max-file-size --binary --nested --include-ignored --no-initial-scan --service --no-service -n -y : 3 4 6 9
unwatch -n -y : 3 4
status --check --short : 6
list|projects --all -v
log --since --until --include --exclude -i --author --session --turn --kind --grep -n --limit --cursor --reverse --group --sessions --global --include-project --exclude-project --stat -p --patch --follow -f --histogram : 3
cat|show --at --version --raw --line-range : 3 7
diff --at --from --to --version --session --turn --checkpoint --stat --numstat --name-only --word --side-by-side -U --exit-code --patch-file : 3
restore --at --version --session --turn --checkpoint --to --overwrite --delete --exact --include --exclude -n -y --plan : 3 4 5 8
undo -n -y : 3 5 8
redo -n -y : 3 5 8
ops
oops --turn --session --burst --agent --last -i -p --hunks -n -y : 3 4 5 8
blame --at -L --author : 3 7
sessions --agent --since --limit : 3
turns --agent --since --limit : 3
session : 3
checkpoint -m --list --delete --pin --restore : 3 4
recap --since --global --json : 3
search -E --in --since --limit --jsonl : 3
deleted --since : 3
tail --jsonl : 6
prune --older-than --keep-within --keep-hourly --keep-daily --keep-checkpoints --max-size --include --exclude --all-projects -n -y : 4
forget --project -n -y : 3 4 8
du --by -d
stats
verify --read-data --repair : 7
gc -n : 6
flush --project : 6
export --ref --since --squash-turns --at : 3 8
import -n : 3 4 8
ignore
config : 3
hook --all --project -n -y : 3 4 8
exec --agent --session
ui --port --no-open
tui
mcp
prompt
start : 6
stop
restart : 6
service : 4
doctor --fix --json
update
uninstall --purge -n -y : 4 8
completion
schema
version --json
help
`;

const rows = sheet
  .trim()
  .split("\n")
  .map((line) => {
    const [words = "", exits = ""] = line.split(" : ");
    const [names = "", ...flags] = words.split(" ");
    return { names: names.split("|"), flags, exits: exits.split(" ").filter((one) => one !== "") };
  });

test("every command, flag and exit code that was promised is there", async () => {
  for (const { names, flags, exits } of rows) {
    const [entry, ...others] = names.map(findCommand);
    assert.ok(entry, names[0]);
    for (const other of others) assert.equal(other, entry);
    const command = await entry.load();
    const table: Readonly<Record<string, Flag>> = { ...globalFlags, ...command.flags };
    for (const flag of flags) {
      const name = flag.replace(/^-+/, "");
      const isThere = flag.startsWith("--")
        ? Object.hasOwn(table, name)
        : Object.values(table).some(({ short }) => short === name);
      assert.ok(isThere, `unf ${entry.name} ${flag}`);
    }
    for (const exit of exits)
      assert.ok(Object.hasOwn(command.exits, exit), `unf ${entry.name} tells no exit ${exit}`);
  }
});

test("there is a page for every topic that was promised", () => {
  const names = topics.map(({ name }) => name);
  for (const name of ["times", "json", "exit-codes", "environment", "ignore", "agents"])
    assert.ok(names.includes(name), name);
});

test("who types a word that a decision leaves out is told the one that it names", async () => {
  const decisions = ["0081-commands-that-are-left-out.md", "0101-words-that-became-others.md"];
  for (const file of decisions) {
    const text = readFileSync(new URL(`../../docs/decision/${file}`, import.meta.url), "utf8");
    const left = [...text.matchAll(/^\| `([a-z]+) (--)?([a-z-]+)`[^|]*\| ((?:\\\||[^|])+) \|/gm)];
    assert.ok(left.length >= 6, `${left.length} rows of ${file}`);
    for (const [, command = "", dashes, word = "", ours = ""] of left) {
      const entry = findCommand(command);
      const flags = (await entry?.load())?.flags ?? {};
      if (dashes === undefined || Object.hasOwn(flags, word)) continue;
      const { exit, stderr } = await runFake([command, `--${word}`]);
      assert.equal(exit, 2, stderr);
      const named = ours.match(/--[a-z]+|[A-Z_]{4,}|unf [a-z]+/g) ?? [];
      const [, hint = ""] = /^hint: (.*)$/m.exec(stderr) ?? [];
      assert.ok(
        named.some((one) => hint.includes(one)),
        `unf ${command} --${word}: ${stderr}`,
      );
    }
  }
});
