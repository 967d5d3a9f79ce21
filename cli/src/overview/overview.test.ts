import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "../commands.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { api, shop } from "../testing/shop.ts";

const setup: FakeSetup = { projects: [shop, api], tty: true, columns: 80, env: { NO_COLOR: "1" } };
const linesOf = async (more: Partial<FakeSetup> = {}, argv: readonly string[] = []) => {
  const { stdout, exit } = await runFake(argv, { ...setup, ...more });
  assert.equal(exit, 0);
  return stdout.trimEnd().split("\n");
};

test("unf alone says in fifteen lines whether this is recorded, what came last, and what to type", async () => {
  const lines = await linesOf();
  assert.ok(lines.length <= 15, `${lines.length} lines`);
  assert.match(lines[0] ?? "", /recording/);
  assert.match(lines.join("\n"), /^Today .*~\/src\/shop$/m);
  assert.match(lines.join("\n"), / M {2}src\/cart\.ts .*op-1/);
  assert.equal(lines.filter((line) => line.startsWith("  unf ")).length, 6);
  assert.equal(lines.at(-1), "All commands: unf --help");
});

test("where nothing is recorded it says so first, and how to begin", async () => {
  const lines = await linesOf({ cwd: "/srv" });
  assert.match(lines[0] ?? "", /this directory is not watched .*unf watch \./);
  assert.match(lines.join("\n"), /^ {2}unf watch /m);
  assert.ok(!lines.join("\n").includes("cart.ts"));
  const fresh = await linesOf({ cwd: "/srv", projects: [] });
  assert.ok(!fresh.join("\n").includes("not recording"), "nothing was ever asked for");
});

test("every command that it proposes is one", async () => {
  const names = commands.map(({ name }) => name);
  for (const cwd of [undefined, "/srv"]) {
    const lines = await linesOf(cwd === undefined ? {} : { cwd });
    for (const line of lines.filter((one) => one.startsWith("  unf "))) {
      assert.ok(names.includes(line.trim().split(" ")[1] ?? ""), line);
    }
  }
});

test("a script is told by JSON what status tells", async () => {
  const { stdout } = await runFake(["--json"], setup);
  const document = JSON.parse(stdout);
  assert.equal(document.schema, "unf.status/1");
  assert.equal(document.here.watched, true);
});
