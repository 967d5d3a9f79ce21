import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runUnf, tempHome, testEnvironment, wordsOf } from "../kit/index.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(repository, "README.md"), "utf8");

/** The first shell block below a heading. */
function shellBlock(heading: string): string {
  const section = readme.slice(readme.indexOf(`## ${heading}`));
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  assert.ok(block !== undefined, `README.md has no shell block below "${heading}"`);
  return block;
}

test("the first undo of the README does what it says", async () => {
  await using home = tempHome();
  mkdirSync(join(home.home, "src/shop"), { recursive: true });
  const watched = await runUnf(["watch", join(home.home, "src/shop")], { home });
  assert.equal(watched.code, 0, watched.stderr);
  const words = wordsOf("unf").map((word) => `"${word}"`);
  const script = `set -e; unf() { ${words.join(" ")} "$@"; }\n${shellBlock("First undo")}`;
  const output = execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: {
      ...testEnvironment(home),
    },
  });
  assert.match(output, /-a line I want back\n\+overwritten\n/);
  assert.ok(output.endsWith("a line I want back\n"), output);
});

test("continuous integration runs the README's test command and nothing else", () => {
  const ci = readFileSync(join(repository, ".ci/run"), "utf8");
  const commands = ci.split("\n").filter((line) => /^\s*npm /.test(line));
  const blocks = [...readme.matchAll(/```sh\n(npm ci && npm test)\n```/g)];
  assert.equal(blocks.length, 1);
  assert.deepEqual(
    commands.map((line) => line.trim()),
    [blocks[0]?.[1]],
  );
});
