import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "../../commands.ts";
import { attic } from "../../testing/attic.ts";
import { type FakeSetup, runFake } from "../../testing/fake-world.ts";
import { shop } from "../../testing/shop.ts";
import { studio } from "../../testing/studio.ts";

/** Words that have to stand behind a command for it to begin; none unless given. */
const words: Readonly<Record<string, readonly string[]>> = {
  ...{ service: ["status"], session: ["start"], cat: ["src/cart.ts"], blame: ["src/cart.ts"] },
  ...{ search: ["text"], checkpoint: ["late"], restore: ["--at", "5m"], ignore: ["check", "a"] },
  ...{ export: ["git", "/out"], import: ["unfudged"], forget: [".env"], config: ["get"] },
  ...{ hook: ["status"], unwatch: ["/home/a/src/shop"] },
};

/** They hear signals themselves from the begin to the end, or read no home. */
const others: readonly string[] = [
  ...["exec", "tui", "ui", "answer", "mcp", "prompt", "complete"],
  ...["help", "man", "schema", "version", "completion", "update"],
];

const names = [...new Set(commands.map(({ name }) => name))];

test("a signal while a command waits ends it with words and the ways on, whichever command it is", async () => {
  for (const name of names) {
    const entry = commands.find((one) => one.name === name);
    const command = await entry?.load();
    if (others.includes(name)) continue;
    assert.notEqual(command?.wait, null, name);
    const argv = [name, ...(words[name] ?? [])];
    const ran = await runFake(argv, { projects: [shop], isStuck: true });
    assert.equal(ran.exit, 130, `${name}: ${ran.stderr}`);
    assert.match(ran.stderr, /^unf: interrupted; .+\n *hint: .+; .+/, name);
    assert.deepEqual([ran.stdout, ran.requests], ["", []], name);
  }
});

/** Commands that go through history, each in a world where every look takes long. */
const readers: readonly (readonly [string, FakeSetup])[] = [
  ...[
    ["log", "--files"],
    ["log", "--grep", "line"],
    ["log", "--sessions"],
    ["log", "--histogram"],
    ["log", "--histogram", "--author", "human"],
    ["log", "--global", "--include", "**/cart.ts"],

    ["export", "tar", "--at", "now", "-n", "-o", "/out.tar"],
    ["status", "--since-checkpoint"],
    ["du"],
    ["du", "--by", "day"],
    ["blame", "src/cart.ts"],
    ["diff", "--at", "v1"],
    ["search", "line"],
    ["stats"],
  ].map((argv) => [argv.join(" "), { projects: [shop] }] as const),
  ...["sessions", "turns", "session s-7f3a", "recap", "log --group turn"].map(
    (argv) => [argv, { projects: [studio], cwd: studio.root }] as const,
  ),
  ["deleted", { projects: [attic], cwd: attic.root }],
];

test("in the middle of a long history a signal is heard, by every command that goes through one", async () => {
  for (const [argv, setup] of readers) {
    const whole = await runFake(argv.split(" "), setup);
    assert.equal(whole.exit, 0, `${argv}: ${whole.stderr}`);
    const ran = await runFake(argv.split(" "), { ...setup, isSlow: true });
    assert.equal(ran.exit, 130, `${argv}: ${ran.stderr}`);
    assert.match(ran.stderr, /^unf: interrupted; .+\nhint: .+; .+/m, argv);
  }
});
