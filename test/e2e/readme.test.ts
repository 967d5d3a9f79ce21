import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runUnf, tempHome, testEnvironment, wordsOf } from "../kit/index.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(repository, "README.md"), "utf8");
/** For who installs the package. */
const packed = readFileSync(join(repository, "cli/README.md"), "utf8");

/** The first shell block below a heading. */
function shellBlock(heading: string, text = readme): string {
  const section = text.slice(text.indexOf(`## ${heading}`));
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  assert.ok(block !== undefined, `the README has no shell block below "${heading}"`);
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
  assert.match(output, /\tM\tv2\t.*\n.*\tA\tv1\t/, "both versions are listed");
  assert.match(output, /-a line I want back\n\+overwritten\n/);
  assert.ok(output.endsWith("a line I want back\n"), output);
});

test("the package's README begins as the repository's does, and is for who installs it", () => {
  assert.equal(shellBlock("First undo", packed), shellBlock("First undo"));
  assert.equal(packed.split("\n\n")[1], readme.split("\n\n")[1]);
  assert.doesNotMatch(packed, /npm (ci|test)|\]\((?!http)|packages\/|cli\//);
});

test("the picture shows a restore that was done", () => {
  const [, file = ""] = /!\[[^\]]*\]\(([^)]+)\)/.exec(readme) ?? [];
  const picture = readFileSync(join(repository, file), "utf8");
  for (const text of ["unf log ", "unf diff ", "unf restore ", "Restored", "undo: unf undo"])
    assert.ok(picture.includes(text), `${text}: npm run picture`);
  assert.equal(picture.includes("/tmp"), false);
});

test("every command that a README names is one, and so is every flag beside it", () => {
  for (const text of [readme, packed]) {
    const code = [...text.matchAll(/`([^`\n]+)`|```sh\n([\s\S]*?)```/g)].map(
      ([, inline, block]) => inline ?? block ?? "",
    );
    const named = code.flatMap((part) => [
      ...part.matchAll(/^(?:npm ci && npx )?unf ([a-z]+)((?: [^\n#|]*)?)/gm),
    ]);
    assert.ok(named.length > 15);
    for (const [line, word = "", rest = ""] of named) {
      // The program's own help, as another test holds it.
      const help = readFileSync(join(repository, `test/golden/help/${word}.txt`), "utf8");
      for (const [flag] of rest.matchAll(/--[a-z-]+/g))
        assert.ok(help.includes(flag), `${line}: help knows no ${flag}`);
    }
  }
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
