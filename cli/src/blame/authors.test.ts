import assert from "node:assert/strict";
import { test } from "node:test";
import { type Author, unknownAuthor } from "@unf/core/timeline";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";

const world: FakeSetup = { projects: [studio], cwd: studio.root };

async function authors(argv: string, setup = world): Promise<string[]> {
  const ran = await runFake(["blame", ...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout).lines.map(
    (line: { text: string; author: { type: string; name: string | null }; turn: string | null }) =>
      `${line.text}: ${line.author.name ?? line.author.type} ${line.turn}`,
  );
}

test("a line is of who wrote it first, also when an operation brought it back", async () => {
  assert.deepEqual(await authors("cart.ts"), [
    "a: unknown null",
    "B: claude-code t-1",
    "c: claude-code t-1",
    "d: claude-code t-2",
  ]);
  assert.deepEqual((await authors("cart.ts --at 15m")).at(-1), "mine: human null");
});

test("lines of one author are chosen", async () => {
  assert.deepEqual(await authors("cart.ts --author claude-code -L 3,"), [
    "c: claude-code t-1",
    "d: claude-code t-2",
  ]);
  assert.deepEqual(await authors("cart.ts --at 15m --author human"), ["mine: human null"]);
  assert.equal((await authors("cart.ts --author $all-agent")).length, 3);
  assert.deepEqual(await authors("cart.ts --author codex"), []);
});

test("on a terminal author and turn stand first, and below what the turns were about", async () => {
  const setup = { ...world, tty: true, env: { NO_COLOR: "1" } };
  const { stdout } = await runFake(["blame", "cart.ts"], setup);
  assert.equal(
    stdout,
    [
      "                 v1   1h  1 │ a",
      "claude-code t-1  v5  29m  2 │ B",
      "                          3 │ c",
      "claude-code t-2  v8  24m  4 │ d",
      "",
      ' t-1  s-7f3a  "add coupons"',
      ' t-2  s-7f3a  "no test"',
      "",
    ].join("\n"),
  );
});

test("of two who wrote within one burst each has their own lines", async () => {
  const by = (agent: string): Author => ({ ...unknownAuthor, agent, confidence: "hook" });
  const [first, second] = [by("codex"), by("claude-code")];
  const mixed: FakeProject = {
    root: "/home/a/src/mixed",
    history: {
      rows: [
        row({ id: 1, path: "a", at: fakeNow - 9000, event: "create", author: first }),
        row({ id: 2, path: "a", at: fakeNow - 2000, author: first, settled: false }),
        row({ id: 3, path: "a", at: fakeNow - 1900, author: first, settled: false }),
        row({ id: 4, path: "a", at: fakeNow - 1000, author: second }),
      ],
    },
    contents: { 1: "1\n", 2: "1\n2\n", 3: "1\n2\n3\n", 4: "1\n2\n3\n4\n" },
  };
  const setup = { projects: [mixed], cwd: mixed.root };
  assert.deepEqual(await authors("a", setup), [
    "1: codex null",
    "2: codex null",
    "3: codex null",
    "4: claude-code null",
  ]);
  const { stdout } = await runFake(["blame", "a"], setup);
  assert.match(stdout, /v3\t2\t2\n.*v3\t3\t3\n/, "only the last interim version of each counts");
});
