// `npm run check`: every guard and the unit tests, two at a time, one line for each.
// The output of a failed step follows after the last line.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { secondsOfEnded } from "./processor-time.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Longest first, so that the last to finish is a short one. */
const steps = [
  "test:pure",
  "test:cli",
  "test:parts",
  "types:lean",
  "types:page",
  "imports",
  "dead",
  "format:check",
];

const path = join(root, "node_modules", ".bin") + delimiter + process.env.PATH;

const none = { seconds: 0, processorSeconds: 0, tests: "" };

function runStep(name) {
  const start = performance.now();
  const child = spawn(scripts[name], {
    cwd: root,
    env: { ...process.env, PATH: path },
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => {
      resolve({ ...{ name, ok: false, output: String(error) }, ...none });
    });
    let processorSeconds = 0;
    child.on("exit", () => {
      processorSeconds = secondsOfEnded();
    });
    child.on("close", (code) => {
      const seconds = (performance.now() - start) / 1000;
      const counted = /^ℹ pass (\d+)$/m.exec(output);
      const detail = counted ? `  ${counted[1]} passed` : "";
      const mark = code === 0 ? "ok    " : "FAILED";
      const times = [seconds, processorSeconds].map((some) => `${some.toFixed(1).padStart(6)} s`);
      console.log(`${mark}  ${name.padEnd(12)} ${times.join("  ")}${detail}`);
      resolve({ name, ok: code === 0, output, seconds, processorSeconds, tests: detail.trim() });
    });
  });
}

/** Runs them; gives a row for each, and false when one failed. */
export async function runChecks() {
  const waiting = [...steps];
  const results = [];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.push(await runStep(name));
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  const failed = results.filter(({ ok }) => !ok);
  for (const { name, output } of failed) {
    console.error(`\n── npm run ${name} ──\n${output.trimEnd()}`);
  }
  if (failed.length > 0) console.error(`\nfailed: ${failed.map(({ name }) => name).join(", ")}`);
  return { rows: results, isGood: failed.length === 0 };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { isGood } = await runChecks();
  process.exitCode = isGood ? 0 : 1;
}
