import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  assertNothingLeft,
  leftovers,
  runUnf,
  type TempHome,
  tempHome,
  testEnvironment,
  until,
} from "./index.ts";

/** A process that runs until it is ended, deaf to SIGTERM if asked, in this home's environment. */
async function startSleeper(home: TempHome, { deaf = false } = {}): Promise<number> {
  const code = `${deaf ? 'process.on("SIGTERM", () => {});' : ""}setInterval(() => {}, 1000); console.log("up");`;
  const child = spawn(process.execPath, ["-e", code], {
    env: testEnvironment(home),
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  child.unref();
  await once(child.stdout, "data");
  child.stdout.destroy();
  assert.ok(child.pid);
  return child.pid;
}

test("a variable that is to be taken away does not reach a program", async () => {
  await using home = tempHome();
  const [kept = ""] = Object.keys(testEnvironment(home));
  assert.equal(kept in testEnvironment(home, { [kept]: undefined }), false);
  assert.equal(testEnvironment(home, { [kept]: "other" })[kept], "other");
});

const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };

test(
  "a temporary home ends its processes, willing or deaf, and removes its files",
  onLinux,
  async () => {
    let root: string;
    {
      await using home = tempHome();
      root = home.root;
      const pids = [await startSleeper(home), await startSleeper(home, { deaf: true })];
      assert.deepEqual(
        leftovers(home.root)
          .map(({ pid }) => pid)
          .sort(),
        pids.sort(),
      );
      writeFileSync(join(home.project, "file"), "x");
    }
    assert.deepEqual(leftovers(root), []);
    assert.equal(existsSync(root), false);
  },
);

test(
  "a process of a home that was not stopped fails the check for leftovers",
  onLinux,
  async () => {
    await using home = tempHome();
    await assertNothingLeft(home.root);
    const pid = await startSleeper(home);
    await assert.rejects(assertNothingLeft(home.root, { limitMs: 100 }), new RegExp(String(pid)));
  },
);

test("hooks run last one first, while the home is still there", async () => {
  const seen: string[] = [];
  {
    await using home = tempHome();
    home.onDispose(() => void seen.push(`first ${existsSync(home.project)}`));
    home.onDispose(async () => void seen.push("second"));
  }
  assert.deepEqual(seen, ["second", "first true"]);
});

test("a failing hook fails the test and still lets the home be removed", async () => {
  const home = tempHome();
  home.onDispose(() => {
    throw new Error("no");
  });
  await assert.rejects(async () => {
    await home[Symbol.asyncDispose]();
  }, AggregateError);
  assert.equal(existsSync(home.root), false);
});

test("a program under test sees its home and nothing of our environment but the allowed names", async () => {
  await using home = tempHome();
  const program = join(home.root, "print.mjs");
  writeFileSync(
    program,
    `import { text } from "node:stream/consumers";
     const stdin = await text(process.stdin);
     console.log(JSON.stringify({ env: process.env, args: process.argv.slice(2), cwd: process.cwd(), stdin }));
     console.error("said");
     process.exitCode = 3;`,
  );
  const result = await runUnf(["a b"], {
    home,
    program,
    stdin: "in",
    env: { EXTRA: "1", TZ: "UTC" },
  });
  const { env, args, cwd, stdin } = JSON.parse(result.stdout);
  assert.deepEqual([args, cwd, stdin], [["a b"], home.project, "in"]);
  assert.deepEqual([result.code, result.signal, result.stderr], [3, null, "said\n"]);
  assert.deepEqual(
    [env.HOME, env.UNF_HOME, env.EXTRA, env.TZ],
    [home.home, home.unfHome, "1", "UTC"],
  );
  const ours = Object.keys(process.env).filter((name) => name in env);
  const system = ["PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot", "HOME"];
  // The kit's own: programs that start a hundred times are compiled once.
  const allowed = [...system, "NODE_COMPILE_CACHE"];
  assert.deepEqual(
    ours.filter((name) => !allowed.includes(name)),
    [],
  );
});

test("a program that does not end in time is killed and named", async () => {
  await using home = tempHome();
  const program = join(home.root, "hang.mjs");
  writeFileSync(program, 'console.log("started"); setInterval(() => {}, 1000);');
  await assert.rejects(
    runUnf(["log"], { home, program, limitMs: 500 }),
    /unf log: did not end within 500 ms/,
  );
});

test("until() returns what came true, and says what did not", async () => {
  let turn = 0;
  assert.equal(await until("third time", () => (++turn === 3 ? "yes" : undefined)), "yes");
  await assert.rejects(
    until(
      "pigs fly",
      () => {
        throw new Error("they walk");
      },
      { limitMs: 30, everyMs: 5 },
    ),
    (thrown: Error) => /pigs fly/.test(thrown.message) && /walk/.test(String(thrown.cause)),
  );
});
