import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { test } from "node:test";
import {
  cleanEnvironment,
  endProcess,
  isAlive,
  signalProcess,
  spawnProgram,
  startTicks,
  thisProcess,
} from "@unf/system";
import { until } from "../kit/until.ts";

const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };
const systemModule = new URL("../../packages/system/src/index.ts", import.meta.url).href;

/** A directory with a program in it, whose processes are ended on the way out. */
function stage(body: string) {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-process-")));
  const at = (name: string) => join(root, name);
  fs.writeFileSync(at("program.cjs"), `const fs = require("node:fs");\n${body}`);
  const pids: number[] = [];
  return {
    at,
    program: {
      path: at("program.cjs"),
      args: ["first", "--second=x y"],
      env: { ...cleanEnvironment(process.env), UNF_OUT: at("out") },
      crashLog: at("crash.log"),
    },
    adopt: (pid: number) => {
      pids.push(pid);
      return { pid, startTicks: startTicks(pid) };
    },
    out: () => until("the program wrote its file", () => fs.readFileSync(at("out"), "utf8")),
    [Symbol.dispose]: () => {
      for (const pid of pids)
        if (isAlive({ pid, startTicks: undefined })) process.kill(pid, "SIGKILL");
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

const write = (value: string) =>
  `fs.writeFileSync(process.env.UNF_OUT + ".part", String(${value}));
   fs.renameSync(process.env.UNF_OUT + ".part", process.env.UNF_OUT);`;
const stay = "setInterval(() => {}, 1000);";
const deaf = 'process.on("SIGTERM", () => {});';

test(
  "a program is started clean: own session, cwd /, umask 077, no descriptor of ours",
  onLinux,
  async () => {
    using play = stage(`
    const stat = fs.readFileSync("/proc/self/stat", "utf8").split(") ").pop().split(" ");
    const open = fs.readdirSync("/proc/self/fd").map(Number).filter((fd) => {
      try { return !/^(anon_inode|pipe|\\/proc)/.test(fs.readlinkSync("/proc/self/fd/" + fd)); } catch { return false; }
    });
    ${write(`JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), umask: process.umask(),
      env: Object.keys(process.env), session: Number(stat[3]), pid: process.pid, terminal: Number(stat[4]),
      flags: process.execArgv, files: open.map((fd) => fs.readlinkSync("/proc/self/fd/" + fd)) })`)}`);
    const held = fs.openSync(play.at("held"), "w");
    const umask = process.umask();
    const { pid, ended } = spawnProgram({
      ...play.program,
      nodeOptions: ["--max-semi-space-size=1", "--disable-warning=ExperimentalWarning"],
    });
    play.adopt(pid);
    assert.equal(process.umask(), umask);
    const seen = JSON.parse(await play.out());
    fs.closeSync(held);
    assert.deepEqual(seen.args, play.program.args);
    assert.deepEqual([seen.cwd, seen.umask], ["/", 0o077]);
    assert.deepEqual([seen.pid, seen.session, seen.terminal], [pid, pid, 0]);
    assert.deepEqual(seen.flags, [
      "--max-semi-space-size=1",
      "--disable-warning=ExperimentalWarning",
    ]);
    assert.deepEqual(seen.env.sort(), Object.keys(play.program.env).sort());
    const names = new Set<string>(seen.files);
    for (const name of names) assert.ok(["/dev/null", play.at("crash.log")].includes(name), name);
    assert.deepEqual(await ended, { code: 0, signal: null });
  },
);

test("what a crashing program prints is in its crash log, which is private and bounded", async () => {
  using play = stage('console.log("printed"); throw new Error("on purpose");');
  fs.writeFileSync(play.at("crash.log"), "x".repeat(2 ** 20 + 1));
  const { ended } = spawnProgram(play.program);
  assert.deepEqual(await ended, { code: 1, signal: null });
  const text = fs.readFileSync(play.at("crash.log"), "utf8");
  assert.match(text, /^printed[\s\S]*on purpose/);
  assert.equal(fs.statSync(play.at("crash.log.1")).size, 2 ** 20 + 1);
  if (process.platform !== "win32") {
    assert.equal(fs.statSync(play.at("crash.log")).mode & 0o777, 0o600);
  }
});

test(
  "a program outlives the process that started it, and that process's terminal",
  onLinux,
  async () => {
    using play = stage(`${write("process.pid")} ${stay}`);
    const code = `import { spawnProgram } from ${JSON.stringify(systemModule)};
    spawnProgram(${JSON.stringify(play.program)});`;
    // Killed as a whole, the group is what a closing terminal hangs up.
    const parent = spawn(process.execPath, ["--input-type=module", "-e", `${code} ${stay}`], {
      detached: true,
      stdio: "ignore",
    });
    const target = play.adopt(Number(await play.out()));
    assert.ok(parent.pid !== undefined);
    process.kill(-parent.pid, "SIGHUP");
    await once(parent, "exit");
    assert.equal(isAlive(target), true);
    assert.equal(await endProcess(target, { graceMs: 5000 }), "ended");
  },
);

test("starting a program does not keep the starter running", async () => {
  using play = stage(`${write("process.pid")} ${stay}`);
  const code = `import { spawnProgram } from ${JSON.stringify(systemModule)};
    spawnProgram(${JSON.stringify(play.program)});`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "ignore" });
  const [exitCode] = await once(parent, "exit");
  assert.equal(exitCode, 0);
  play.adopt(Number(await play.out()));
});

test("a process that listens is ended politely, a deaf or stopped one by force", async () => {
  for (const [body, stop, how] of [
    [stay, false, "ended"],
    [`${deaf} ${stay}`, false, "killed"],
    [stay, true, "killed"],
  ] as const) {
    using play = stage(`${body} ${write("1")}`);
    const { pid, ended } = spawnProgram(play.program);
    const target = play.adopt(pid);
    await play.out();
    if (stop) process.kill(pid, "SIGSTOP");
    assert.equal(await endProcess(target, { graceMs: how === "ended" ? 5000 : 50 }), how);
    assert.equal(isAlive(target), false);
    await ended;
    assert.equal(await endProcess(target, { graceMs: 50 }), "absent");
  }
});

test("another process with the same number is left alone", onLinux, async () => {
  using play = stage(`${write("1")} ${stay}`);
  const { pid } = spawnProgram(play.program);
  const target = play.adopt(pid);
  await play.out();
  const stranger = { pid, startTicks: (target.startTicks ?? 0) - 1 };
  assert.equal(isAlive(stranger), false);
  assert.equal(signalProcess(stranger, "SIGKILL"), false);
  assert.equal(await endProcess(stranger, { graceMs: 50 }), "absent");
  assert.equal(isAlive(target), true);
});

test(
  "an ended process whose parent has not noticed yet does not count as alive",
  onLinux,
  async () => {
    // `sleep` never asks for its children, so one that ends after the exec stays a zombie; the
    // shell before it might have asked.
    const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 60 3<&-"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    try {
      const [line] = await once(parent.stdout as Readable, "data");
      const pid = Number(String(line));
      await until("the shell has become sleep", () =>
        fs.readFileSync(`/proc/${parent.pid}/comm`, "latin1").startsWith("sleep"),
      );
      (parent.stdio[3] as Writable).end();
      await until("the child has ended", () => !isAlive({ pid, startTicks: undefined }));
      assert.match(fs.readFileSync(`/proc/${pid}/stat`, "latin1"), /\) Z /);
    } finally {
      parent.kill("SIGKILL");
      await once(parent, "exit");
    }
  },
);

test("we are alive; no process has the number 0, -1 or 2^40", () => {
  assert.equal(isAlive(thisProcess()), true);
  for (const pid of [0, -1, 2 ** 40, 1.5, Number.NaN]) {
    assert.equal(isAlive({ pid, startTicks: undefined }), false, `${pid}`);
  }
});

test("signals reach a program's actions, and SIGPIPE does nothing", onLinux, async () => {
  using play = stage("");
  const code = `import { onSignals } from ${JSON.stringify(systemModule)};
    onSignals({
      end: (signal) => { console.log(signal); if (signal === "SIGINT") process.exit(); },
      reload: () => console.log("reload"),
    });
    console.log("up"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  assert.ok(child.pid !== undefined);
  play.adopt(child.pid);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await until("it is up", () => text.includes("up"));
  for (const [signal, said] of [
    ["SIGPIPE", ""],
    ["SIGHUP", "reload"],
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", "SIGINT"],
  ] as const) {
    child.kill(signal);
    await until(`${signal} was noticed`, () => text.includes(said));
  }
  assert.equal(text, "up\nreload\nSIGTERM\nSIGINT\n");
});
