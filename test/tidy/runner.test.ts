import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { type Plant, plant } from "./plant.ts";

/** Runs one of the runner's programs over the tests of the tree. */
function runProgram(tree: Plant, program: string, args: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = [`.config/${program}`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: tree.root,
    encoding: "utf8",
    env,
  });
  return { status, stdout, stderr };
}

const good = 'import { test } from "node:test";\ntest("holds", () => {});\n';

/** Fails whenever it is run for an even number of times. */
const flaky = `
  import { appendFileSync, readFileSync } from "node:fs";
  import { suite, test } from "node:test";
  const runs = new URL("../runs", import.meta.url);
  appendFileSync(runs, "x");
  suite("now and then", () => {
    test("holds", () => {});
    test("breaks", () => {
      if (readFileSync(runs, "utf8").length % 2 === 0) throw new Error("as planted");
    });
  });`;

test("test:again tells which test failed how often, and repeats its order by the seed", () => {
  using tree = plant({ "test/good.test.ts": good, "test/flaky.test.ts": flaky });
  const run = () => runProgram(tree, "again.mjs", ["2", "--seed", "7", "--beside", "1"]);
  const first = run();
  assert.equal(first.status, 1, first.stderr);
  assert.match(first.stdout, /^2 files, 2 times each, 1 at a time, --seed 7$/m);
  assert.match(first.stdout, /^ {2}1 of 2 {2}test\/flaky\.test\.ts: now and then › breaks\n$/m);
  assert.match(first.stderr, /Error: as planted/);
  const order = ({ stdout }: { readonly stdout: string }) =>
    [...stdout.matchAll(/^.{6} +(\d+\/4 {2}\S+)/gm)].map(([, line]) => line);
  assert.equal(order(first).length, 4);
  assert.deepEqual(order(run()), order(first));
  const fine = runProgram(tree, "again.mjs", ["2", "test/good.test.ts"]);
  assert.deepEqual([fine.status, fine.stderr], [0, ""]);
  assert.equal(runProgram(tree, "again.mjs", ["none"]).status, 2);
});

const onLinux = { skip: process.platform === "linux" ? false : "processes are found in /proc" };

test(
  "a test that leaves a process or a file behind fails, and so does a file without tests",
  onLinux,
  () => {
    const leaving = `
    import { spawn } from "node:child_process";
    import { writeFileSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { join } from "node:path";
    import { test } from "node:test";
    test("leaves", () => {
      writeFileSync(join(tmpdir(), "forgotten"), "");
      const words = ["-e", "setTimeout(() => {}, 3600000)", "lingering"];
      const child = spawn(process.execPath, words, { detached: true, stdio: "ignore" });
      child.unref();
      console.log("pid " + child.pid);
    });`;
    using tree = plant({
      "test/good.test.ts": good,
      "test/leaving.test.ts": leaving,
      "test/none.test.ts": "",
    });
    const { status, stdout, stderr } = runProgram(tree, "cross.mjs", []);
    assert.equal(status, 1);
    assert.match(stdout, /^ok {6}test\/good\.test\.ts .* s {2}1 passed$/m);
    assert.match(stdout, /^FAILED {2}test\/leaving\.test\.ts /m);
    assert.match(stderr, /^left: .*\/forgotten$/m);
    assert.match(stderr, /^still running: \d+ .* lingering$/m);
    assert.match(stderr, /^failed: test\/none\.test\.ts\n {2}\(no test ran\)$/m);
    const pid = /^pid (\d+)$/m.exec(stderr)?.[1];
    // Whoever adopted it may not have asked for its end yet: until then it is there, without words.
    const words = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
    assert.equal(words, "");
  },
);
