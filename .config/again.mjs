// `npm run test:again -- N [--seed S] [--beside K] [files]`: runs test files N times each, in an order
// that the seed shuffles, K at the same time, and tells which test ever failed.

import process from "node:process";
import { parseArgs } from "node:util";
import { beside, eachBeside, findAllTests, findTests, runTestFiles } from "./test-files.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, beside: { type: "string" } },
});
const [times, ...words] = positionals;
const rounds = wholeNumber("N", times);
const seed = wholeNumber("--seed", values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const most = wholeNumber("--beside", values.beside ?? String(beside));

const files = words.length > 0 ? findTests(words) : findAllTests();
const jobs = shuffled(
  files.flatMap((file) => Array.from({ length: rounds }, () => file)),
  seed,
);
console.log(`${files.length} files, ${rounds} times each, ${most} at a time, --seed ${seed}`);

/** By file and title of the test: how often it failed, and what was printed then. */
const failed = new Map();
let done = 0;
await eachBeside(jobs, run, most);
for (const [test, { count, output }] of failed) {
  console.error(
    `\n── ${test}: failed ${count} of ${rounds} times, the first time with ──\n${output}`,
  );
}
console.log(failed.size === 0 ? "\nnone failed" : "\nfailed:");
for (const [test, { count }] of failed) console.log(`  ${count} of ${rounds}  ${test}`);
process.exitCode = failed.size === 0 ? 0 : 1;

async function run(file) {
  const { seconds, failures, output } = await runTestFiles(file, [file]);
  done += 1;
  const mark = failures.length > 0 ? "FAILED" : "ok    ";
  const place = `${done}/${jobs.length}`.padStart(9);
  console.log(`${mark} ${place}  ${file}  ${seconds.toFixed(1)} s`);
  for (const title of failures) {
    console.log(`          ${title}`);
    const test = `${file}: ${title}`;
    const known = failed.get(test) ?? { count: 0, output };
    failed.set(test, { ...known, count: known.count + 1 });
  }
}

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,9}$/.test(text ?? "")) return Number(text);
  console.error("npm run test:again -- N [--seed S] [--beside K] [files]");
  console.error(`${name} is a whole number from 1${text === undefined ? "" : `, not ${text}`}`);
  return process.exit(2);
}

/** The same order for the same seed (xorshift32). */
function shuffled(items, start) {
  const list = [...items];
  let state = start;
  for (let at = list.length - 1; at > 0; at -= 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const other = (state >>> 0) % (at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
