import assert from "node:assert/strict";
import { test } from "node:test";
import { displayWidth } from "../frame/print/columns.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";

const shown = async (
  before: string,
  after: string,
  { columns = 60, tty = true, path = "a.ts", argv = "diff --version v2 -y" } = {},
) => {
  const rows = [1, 2].map((id) => row({ id, path, at: fakeNow - 9000 + id }));
  const contents = { 1: before, 2: after };
  const projects = [{ root: "/home/a/src/shop", history: { rows }, contents }];
  const setup = { projects, tty, columns, env: { NO_COLOR: "1" } };
  const { stdout, exit, stderr } = await runFake(argv.split(" "), setup);
  assert.equal(exit, 0, stderr);
  return stdout.trimEnd().split("\n");
};

test("old lines stand at the left with their numbers, new ones beside them at the right", async () => {
  const lines = await shown("same\nold\ngone\nlast\n", "same\nnew\nlast\nmore\n");
  assert.match(lines[0] ?? "", /^a\.ts .* v1 .* v2 /);
  assert.deepEqual(lines.slice(2), [
    " 1 same                      │  1 same",
    "-2 old                       │ +2 new",
    "-3 gone                      │",
    " 4 last                      │  3 last",
    "                             │ +4 more",
  ]);
});

test("a long line is cut at its column, also of wide characters and tabs", async () => {
  const long = `\t${"広い".repeat(40)}`;
  for (const columns of [40, 80, 161]) {
    const lines = await shown(`${long}\n`, `x${long}\n`, { columns });
    for (const line of lines.slice(1)) assert.ok(displayWidth(line) <= columns, line);
    assert.match(lines.at(-1) ?? "", /…/);
  }
});

test("secrets are masked in both columns, with letters, and shown with --reveal", async () => {
  const env = { path: ".env", columns: 100 };
  const [, , masked = ""] = await shown("KEY=one\n", "KEY=two\n", env);
  assert.match(masked, /^-1 KEY=\[masked:env a\] +│ \+1 KEY=\[masked:env b\]$/);
  const argv = "diff --version v2 -y --reveal";
  assert.match((await shown("KEY=one\n", "KEY=two\n", { ...env, argv })).join("\n"), /two/);
});

test("control characters of a content do nothing in either column", async () => {
  const lines = (await shown("\u001b[31mred\n", "\u202egnp\n")).join("\n");
  assert.ok(!lines.includes("\u001b") && !lines.includes("\u202e"));
});

test("in a pipe there are two columns as well, where they are asked for", async () => {
  const lines = await shown("old\n", "new\n", { tty: false });
  assert.match(lines.at(-1) ?? "", /^-1 old +\S \+1 new$/);
  const argv = "diff --version v2 -y --word";
  const { exit } = await runFake(argv.split(" "), { projects: [] });
  assert.equal(exit === 0, false);
});
