import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseTime, utcZone } from "@unf/core/time";
import { commands } from "../commands.ts";
import { commandNames, findCommand } from "../find-command.ts";
import { globalFlags } from "../frame/argv/globals.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { runFake } from "../testing/fake-world.ts";
import { assertGolden } from "../testing/golden.ts";
import { topics } from "./topics.ts";

const helpWidth = 80;

async function print(...argv: string[]): Promise<string> {
  const { exit, stdout, stderr } = await runFake(argv);
  assert.equal(stderr, "");
  assert.equal(exit, 0);
  return stdout;
}

test("the list of commands is as reviewed", async () => {
  assertGolden("help/unf.txt", await print("--help"));
});

for (const { name } of commands) {
  test(`unf ${name} --help is as reviewed`, async () => {
    assertGolden(`help/${name}.txt`, await print(name, "--help"));
  });
}

for (const { name } of topics) {
  if (findCommand(name) !== undefined) continue;
  test(`unf help ${name} is as reviewed`, async () => {
    assertGolden(`help/topic-${name}.txt`, await print("help", name));
  });
}

test("-h leaves the prose and the examples out", async () => {
  const short = await print("log", "-h");
  const long = await print("log", "--help");
  assert.match(long, /\nExamples\n/);
  assert.doesNotMatch(short, /\nExamples\n/);
  assert.match(short, /More: unf log --help/);
});

test("help on a command and its --help are the same, by either name", async () => {
  assert.equal(await print("help", "restore"), await print("restore", "--help"));
  assert.equal(await print("help", "show"), await print("cat", "--help"));
});

test("every command has a summary, a usage of its own and an example that calls it", async () => {
  for (const entry of commands) {
    const command = await entry.load();
    assert.ok(entry.summary.length > 10, entry.name);
    assert.ok(
      command.usage.every((line) => line.split(" ")[0] === entry.name),
      `usage of ${entry.name}`,
    );
    assert.ok(command.about.length > 0, entry.name);
    assert.ok(
      command.examples.some(({ line }) => line.startsWith(`unf ${entry.name}`)),
      `${entry.name} has no example`,
    );
  }
});

test("flags do not take the letter or the name of a flag of every command", async () => {
  const taken = new Set([
    "q",
    "v",
    "h",
    "project",
    "json",
    "jsonl",
    "color",
    "no-pager",
    "utc",
    "help",
  ]);
  for (const entry of commands) {
    const { flags } = await entry.load();
    for (const [name, { short }] of Object.entries(flags)) {
      assert.ok(!taken.has(name), `${entry.name} --${name}`);
      assert.ok(short === undefined || !taken.has(short), `${entry.name} -${short}`);
    }
  }
});

test("help names no command that does not exist, and no flag a command does not have", async () => {
  const known = new Set([...commandNames(), ...commands.map(({ name }) => name)]);
  const pages = [await print("--help")];
  for (const { name } of commands) pages.push(await print(name, "--help"));
  for (const { name } of topics) pages.push(await print("help", name));
  for (const line of pages.flatMap((page) => page.split("\n"))) {
    for (const [, word = ""] of line.matchAll(/\bunf ([a-z][a-z-]+)/g)) {
      const isProse = proseAfterName.has(word);
      assert.ok(isProse || known.has(word), `"unf ${word}" in: ${line}`);
    }
    assert.ok(line.length <= helpWidth, `too long: ${line}`);
  }
});

/** Words that follow the program's name in sentences. */
const proseAfterName = new Set([
  "reads",
  "keeps",
  "records",
  "takes",
  "writes",
  "opens",
  "as",
  "is",
  "and",
  "can",
  "when",
  "into",
]);

test("examples use only flags that exist", async () => {
  for (const entry of commands) {
    const { examples } = await entry.load();
    for (const { line } of examples) {
      const [, name = ""] = /^unf ([a-z]+)/.exec(line) ?? [];
      const owner = findCommand(name);
      assert.ok(owner, line);
      const { flags } = await owner.load();
      const own = line.split("|")[0] ?? "";
      for (const [, flag = ""] of own.matchAll(/ --([a-z-]+)/g)) {
        const isGlobal = Object.hasOwn(globalFlags, flag);
        assert.ok(isGlobal || Object.hasOwn(flags, flag), `--${flag} in: ${line}`);
      }
    }
  }
});

test("times in examples can be read", async () => {
  const facts = { now: fakeNow, zone: utcZone };
  for (const entry of commands) {
    const { examples } = await entry.load();
    for (const { line } of examples) {
      for (const [, flag, quoted, plain] of line.matchAll(
        /--(at|since|from|to) (?:'([^']+)'|(\S+))/g,
      )) {
        const word = quoted ?? plain ?? "";
        if (word.startsWith("/")) continue;
        const purpose = flag === "at" ? "at" : flag === "to" ? "until" : "since";
        const { kind } = parseTime(word, { ...facts, purpose });
        assert.ok(kind !== "invalid" && kind !== "unknown", `"${word}" in: ${line}`);
      }
    }
  }
});

test("the command reference lists every command", async () => {
  const reference = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  for (const { name } of commands) {
    assert.match(reference, new RegExp(`^\\| \`unf ${name}\``, "m"), name);
  }
});
