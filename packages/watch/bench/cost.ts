// Measures the cost of watching: node packages/watch/bench/cost.ts [directories] [files per directory]
// Each backend is measured in a process of its own, on the same tree. Compare within one run only.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AbsPath } from "@unf/core/base";
import { chooseBackend, openBackend } from "@unf/watch";
import { buildSync } from "esbuild";

const [first = "7000", second = "14"] = process.argv.slice(2);
if (first === "inotify" || first === "directory") void measure(first, second as AbsPath);
else compare(Number(first), Number(second));

function compare(directories: number, filesEach: number): void {
  const root = join(mkdtempSync(join(tmpdir(), "unf-bench-")), "tree");
  try {
    for (let n = 0; n < directories; n += 1) {
      const directory = join(root, `${n % 20}`, `${n % 400}`, `${n}`);
      mkdirSync(directory, { recursive: true });
      for (let file = 0; file < filesEach; file += 1) writeFileSync(join(directory, `${file}`), "");
    }
    const program = bundleInto(join(root, "../bundle"));
    for (const backend of ["directory", "inotify", "directory", "inotify"]) {
      const args = ["--expose-gc", program, backend, root];
      spawnSync(process.execPath, args, { stdio: "inherit" });
    }
  } finally {
    rmSync(join(root, ".."), { recursive: true });
  }
}

/** This program as it would be shipped: running sources costs 45 MB for the TypeScript parser. */
function bundleInto(folder: string): string {
  const repository = fileURLToPath(new URL("../../..", import.meta.url));
  const outfile = join(folder, "cost.cjs");
  buildSync({
    entryPoints: [fileURLToPath(import.meta.url)],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["esbuild"],
    define: { "import.meta.url": "importMetaUrl" },
    banner: { js: `const importMetaUrl = require("node:url").pathToFileURL(__filename).href;` },
  });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  return outfile;
}

async function measure(wanted: "inotify" | "directory", root: AbsPath): Promise<void> {
  const keepAlive = setInterval(() => {}, 1000);
  const before = residentMiB();
  const { backend } = openBackend(chooseBackend({ platform: "linux", wanted }));
  let hints = 0;
  let onHint = (): void => {};
  const start = performance.now();
  const scope = { covers: () => true };
  const watch = await backend.watch(root, scope, (batch) => {
    hints += batch.length;
    onHint();
  });
  const watchMs = performance.now() - start;
  const watched = residentMiB();
  const latency = await latencies(join(root, "1/1/1/0"), (then) => {
    onHint = then;
  });
  onHint = () => {};
  const idle = await cpuOf(() => pause(10_000));
  hints = 0;
  const storm = await cpuOf(() => writeStorm(join(root, "1/1/1")));
  console.log(
    [
      backend.name.padEnd(9),
      `directories ${watch.directories}`,
      `watched in ${watchMs.toFixed(0)} ms`,
      `RSS ${before} -> ${watched} -> ${residentMiB()} MiB`,
      `write to hint: median ${latency.median} ms, p99 ${latency.p99} ms`,
      `CPU: idle 10 s ${idle} ms, 25,000 writes in 5 s ${storm} ms (${hints} hints)`,
    ].join("; "),
  );
  await watch[Symbol.asyncDispose]();
  clearInterval(keepAlive);
}

/** 200 writes of one file, each once the hint for the one before has come. */
async function latencies(file: string, onNextHint: (then: () => void) => void) {
  const took: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    onNextHint(resolve);
    writeFileSync(file, String(n));
    const written = performance.now();
    await promise;
    took.push(performance.now() - written);
    await pause(10);
  }
  took.sort((a, b) => a - b);
  return { median: took[100]?.toFixed(2), p99: took[197]?.toFixed(2) };
}

async function writeStorm(directory: string): Promise<void> {
  const script = `
    const { writeFileSync } = require("node:fs");
    const start = Date.now();
    let n = 0;
    (function more() {
      for (const due = (Date.now() - start) * 5; n < due && n < 25000; n += 1) writeFileSync("s" + (n % 50), "" + n);
      if (n < 25000) setTimeout(more, 1);
    })();`;
  await once(spawn(process.execPath, ["-e", script], { cwd: directory, stdio: "ignore" }), "exit");
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

function residentMiB(): number {
  globalThis.gc?.();
  const status = readFileSync("/proc/self/status", "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
