import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { until } from "@unf/test";
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

test("files of the engine's tests share a process, and each failure among them is told", () => {
  const noting = `
    import { appendFileSync } from "node:fs";
    appendFileSync(new URL("../../pids", import.meta.url), process.pid + "\\n");
  `;
  using tree = plant({
    "test/engine/good.test.ts": noting + good,
    "test/engine/bad.test.ts": `${noting}${good}test("breaks", () => { throw new Error("as planted"); });`,
    "test/other/good.test.ts": good,
  });
  const { status, stdout, stderr } = runProgram(tree, "cross.mjs", []);
  assert.equal(status, 1, stderr);
  assert.match(stdout, /^FAILED {2}test\/engine( +[\d.]+ s){2} {2}2 passed\n {10}breaks\n/m);
  assert.match(stdout, /^ok {6}test\/other\/good\.test\.ts( +[\d.]+ s){2} {2}1 passed$/m);
  assert.match(stderr, /Error: as planted/);
  const pids = readFileSync(join(tree.root, "pids"), "utf8").trim().split("\n");
  assert.deepEqual([pids.length, new Set(pids).size], [2, 1]);
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
    // Its adopter may not have asked for its end yet: until then it is there, without words.
    const words = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
    assert.equal(words, "");
  },
);

test(
  "the seconds of the processor are told, also of programs that a test did not wait for",
  onLinux,
  () => {
    const burns = `
    import { renameSync, writeFileSync } from "node:fs";
    const ran = ({ user, system } = process.cpuUsage()) => user + system;
    while (ran() < 420_000) for (let n = 0; n < 100_000; n += 1);
    writeFileSync("burnt.new", "");
    renameSync("burnt.new", process.argv[2]);
    // The runner looks four times a second at those that nobody waits for.
    if (process.argv[2] === "adopted") setTimeout(() => {}, 1000);`;
    const waited = `
    import { spawnSync } from "node:child_process";
    import { test } from "node:test";
    test("waits", () => void spawnSync(process.execPath, ["burns.mjs", "waited"]));`;
    const adopted = `
    import { spawnSync } from "node:child_process";
    import { existsSync } from "node:fs";
    import { test } from "node:test";
    import { setTimeout as pause } from "node:timers/promises";
    test("does not wait", async () => {
      spawnSync("sh", ["-c", process.execPath + " burns.mjs adopted >/dev/null 2>&1 &"]);
      while (!existsSync("adopted")) await pause(20);
    });`;
    using tree = plant({
      "burns.mjs": burns,
      "test/waited.test.ts": waited,
      "test/adopted.test.ts": adopted,
    });
    // One by one: two files that end at once may be told as one's.
    for (const name of ["waited", "adopted"]) {
      const { status, stdout, stderr } = runProgram(tree, "cross.mjs", [`test/${name}.test.ts`]);
      assert.equal(status, 0, stderr);
      const seconds = /\.test\.ts +[\d.]+ s +([\d.]+) s/.exec(stdout)?.[1];
      // Its test alone costs a tenth of a second.
      assert.ok(Number(seconds) >= 0.4, stdout);
    }
  },
);

test("files of tests lie in memory where that can be, in the long form and for what the disk does on the disk", () => {
  const where = `
    import { writeFileSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { test } from "node:test";
    test("tells", () => writeFileSync(process.cwd() + "/" + process.argv[1].split("/").at(-1), tmpdir()));`;
  using tree = plant({ "test/e2e/one.test.ts": where, "test/fault/two.test.ts": where });
  const run = (form: string) => {
    const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
    const options = { cwd: tree.root, env: { ...outer, UNF_TEST_FORM: form } };
    const { status } = spawnSync(process.execPath, [".config/cross.mjs"], options);
    assert.equal(status, 0);
    const places = ["one", "two"].map((name) =>
      readFileSync(`${tree.root}/${name}.test.ts`, "utf8"),
    );
    assert.deepEqual(places.filter(existsSync), []);
    return places.map(dirname);
  };
  const [inMemory = "", onDisk] = run("short");
  assert.ok(["/dev/shm", tmpdir()].includes(inMemory), inMemory);
  assert.equal(onDisk, tmpdir());
  assert.deepEqual(run("long"), [tmpdir(), tmpdir()]);
});

test("a runner that is ended leaves no files", onLinux, async () => {
  const waiting = `
    import { existsSync, writeFileSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { test } from "node:test";
    import { setTimeout as pause } from "node:timers/promises";
    test("waits", async () => {
      writeFileSync(process.cwd() + "/where", tmpdir());
      while (existsSync(tmpdir())) await pause(20);
    });`;
  using tree = plant({ "test/e2e/waiting.test.ts": waiting });
  const words = [".config/cross.mjs"];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const runner = spawn(process.execPath, words, { cwd: tree.root, env, stdio: "ignore" });
  const ended = once(runner, "exit");
  const place = await until("it runs", () =>
    existsSync(`${tree.root}/where`) ? readFileSync(`${tree.root}/where`, "utf8") : undefined,
  );
  runner.kill("SIGTERM");
  assert.deepEqual(await ended, [null, "SIGTERM"]);
  assert.equal(existsSync(place), false);
});
