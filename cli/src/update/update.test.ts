import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHookPlace } from "../testing/fake-hook-place.ts";
import { runFake } from "../testing/fake-world.ts";
import { planUpdate } from "./plan-update.ts";

/** `there`: files besides the program. */
function by(program: string, { node = program, there = [] as string[] } = {}) {
  const { installed_by, command } = planUpdate({
    ...{ node, program },
    exists: (path) => there.includes(path),
  });
  return [installed_by, command];
}

test("each way of installing has its own command", () => {
  const node = "/usr/bin/node";
  const npm = ["npm", "npm install --global unf@latest"];
  assert.deepEqual(by("/usr/lib/node_modules/unf/bin/unf.js", { node }), npm);
  assert.deepEqual(by("C:\\Users\\a\\node_modules\\unf\\bin\\unf.js", { node }), npm);
  const pnpm = "/home/a/.local/share/pnpm/global/5/node_modules/unf/bin/unf.js";
  assert.deepEqual(by(pnpm, { node }), ["pnpm", "pnpm add --global unf@latest"]);
  const brew = ["homebrew", "brew upgrade unf"];
  assert.deepEqual(by("/opt/homebrew/bin/unf"), brew);
  assert.deepEqual(by("/usr/local/bin/unf", { there: ["/usr/local/Cellar/unf"] }), brew);
  assert.deepEqual(by("/usr/bin/unf", { there: ["/var/lib/dpkg/info/unf.list"] })[0], "deb");
  assert.deepEqual(by("/usr/bin/unf", { there: ["/var/lib/pacman"] })[0], "pacman");
  assert.deepEqual(by("/home/a/my bin/unf"), ["executable", "mv unf-new '/home/a/my bin/unf'"]);
  assert.deepEqual(by("/home/a/unf/cli/bin/unf.js", { node }), [
    "sources",
    "cd /home/a/unf && git pull && npm ci && npm run build",
  ]);
});

test("the command stands alone on stdout, what it takes is said beside", async () => {
  const program = "/home/a/bin/unf";
  const hookPlace = fakeHookPlace({ node: program, program });
  const { exit, stdout, stderr } = await runFake(["update"], { hookPlace });
  assert.deepEqual([exit, stdout], [0, `mv unf-new ${program}\n`]);
  assert.match(stderr, /unf-new is the executable/);
});
