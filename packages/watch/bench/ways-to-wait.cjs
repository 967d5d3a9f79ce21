// Measures the memory that waiting for inotify events costs: node packages/watch/bench/ways-to-wait.cjs
// Each way runs in a process of its own. The figures behind docs/decision/0004.

const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const process = require("node:process");
const { Worker } = require("node:worker_threads");

/** Smaller limits make a worker of Node 24 end itself for lack of memory. */
const resourceLimits = {
  maxOldGenerationSizeMb: 8,
  maxYoungGenerationSizeMb: 1,
  codeRangeSizeMb: 2,
  stackSizeMb: 1,
};
const koffiPath = JSON.stringify(require.resolve("koffi"));
const waitForEver = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

const ways = {
  "no koffi": () => {},
  "koffi loaded": () => void require("koffi").load(null),
  "koffi, poll on libuv's pool": () => {
    const poll = require("koffi").load(null).func("int poll(void *fds, unsigned long n, int ms)");
    poll.async(new Int32Array(2), 0, 60_000, () => {});
  },
  "koffi, bare worker": () => {
    require("koffi").load(null);
    new Worker(waitForEver, { eval: true, execArgv: [], resourceLimits });
  },
  "koffi, worker with koffi": () => {
    require("koffi").load(null);
    const code = `require(${koffiPath}).load(null);${waitForEver}`;
    new Worker(code, { eval: true, execArgv: [], resourceLimits });
  },
};

const way = process.argv[2];
if (way === undefined) {
  for (const name of Object.keys(ways)) {
    spawnSync(process.execPath, [__filename, name], { stdio: "inherit" });
  }
} else {
  ways[way]();
  setTimeout(() => {
    const rollup = readFileSync("/proc/self/smaps_rollup", "utf8");
    const mib = (field) =>
      (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(rollup)[1]) / 1024).toFixed(1);
    console.log(
      `${way.padEnd(28)} RSS ${mib("Rss")} MiB, of it private ${mib("Private_Dirty")} MiB`,
    );
    process.kill(process.pid, "SIGKILL");
  }, 500);
}
