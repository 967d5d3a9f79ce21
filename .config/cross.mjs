// `npm run test:cross [-- files]`: the tests that cross parts or start a process, some at a time, the
// longest first, one line for each file. What a failed one printed follows after the last line.

import { availableParallelism } from "node:os";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { eachBeside, findTests, gather, runTestFiles } from "./test-files.mjs";

/** Test files that take longest, so that at the end no file runs alone. */
const longest = [
  "fault/mutants/mutants",
  "fault/operations",
  "fault/kill",
  "fault/disk-errors",
  "e2e/daemon-killed",
  "e2e/agent-stories",
  "e2e/agents-gate",
  "e2e/hookless-beside",
  "e2e/not-recording",
  "story/story",
  "e2e/oops",
  "tidy/guards",
  "e2e/replay",
  "e2e/renames",
  "fault/power-cut",
  "e2e/one-file",
  "e2e/hook",
  "e2e/hookless",
  "e2e/forget",
  "e2e/library",
  "fault/interrupted",
  "conformance/watcher-limits",
  "e2e/verify",
  "e2e/record",
  "soak/soak",
  "e2e/starting",
  "fault/alive",
  "e2e/refusals",
  "e2e/restore-faults",
  "conformance/packs",
  "e2e/bursts",
  "tidy/package",
  "e2e/prompt",
  "e2e/mcp",
  "e2e/completion-typed",
  "e2e/housekeeping",
  "e2e/restore-inputs",
  "e2e/watching",
  "e2e/disk-full",
  "conformance/watcher",
  "fuzz/fuzz",
  "conformance/watcher-parcel",
  "conformance/file-system-races",
  "attribution/attribution",
  "conformance/watcher-polling",
  "e2e/checkpoints",
  "e2e/damaged-timelines",
  "e2e/tui-live",
  "e2e/root",
  "e2e/daemon",
  "e2e/masked",
  "sim/sim",
  "story/mutants",
  "fuzz/states",
  "sim/home/forget",
  "tidy/runner",
  "fault/forget",
  "fault/damage",
  "fault/uninstall",
  "fault/migration",
].map((name) => `test/${name}.test.ts`);

/** Runs them; gives a row for each folder, and false when one failed. */
export async function runCross(words) {
  const files = findTests(words.length > 0 ? words : ["test"]);
  const first = longest.filter((file) => files.includes(file));
  const results = [];
  await eachBeside(gather([...new Set([...first, ...files])]), async ({ name, files: some }) => {
    const result = await runTestFiles(name, some);
    results.push(result);
    tell(result);
  });
  const failed = results.filter(({ failures }) => failures.length > 0);
  for (const { file, output } of failed) console.error(`\n── ${file} ──\n${output.trimEnd()}`);
  for (const { file, failures } of failed) {
    console.error(`\nfailed: ${file}\n  ${failures.join("\n  ")}`);
  }
  return { rows: byFolder(results), isGood: failed.length === 0 };
}

/**
 * A table of what took how long: `rows` of name, seconds beside the others, those of the processor,
 * and tests.
 */
export function renderTable(rows, wholeSeconds) {
  const line = (name, seconds, processorSeconds, tests) =>
    `${name.padEnd(24)} ${columns(seconds, processorSeconds)}  ${tests}`.trimEnd();
  const processorSeconds = rows.reduce((sum, row) => sum + row.processorSeconds, 0);
  return [
    " ".repeat(25) + ["clock", "processor"].map((word) => word.padStart(9)).join("  "),
    ...rows.map((row) => line(row.name, row.seconds, row.processorSeconds, row.tests)),
    line("altogether, side by side", wholeSeconds, processorSeconds, `${processors} at once`),
  ].join("\n");
}

const processors = availableParallelism();

function columns(...numbers) {
  return numbers.map((seconds) => `${seconds.toFixed(1).padStart(7)} s`).join("  ");
}

function tell({ file, seconds, processorSeconds, passed, skipped, failures }) {
  const mark = failures.length > 0 ? "FAILED" : "ok    ";
  const times = columns(seconds, processorSeconds);
  console.log(`${mark}  ${file.padEnd(48)} ${times}  ${count(passed, skipped)}`);
  for (const title of failures) console.log(`          ${title}`);
}

function count(passed, skipped) {
  return `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function byFolder(results) {
  const folders = Map.groupBy(results, ({ file }) => file.split("/").slice(0, 2).join("/"));
  const sum = (list, of) => list.reduce((total, one) => total + one[of], 0);
  return [...folders]
    .map(([name, list]) => ({
      name,
      seconds: sum(list, "seconds"),
      processorSeconds: sum(list, "processorSeconds"),
      tests: count(sum(list, "passed"), sum(list, "skipped")),
    }))
    .sort((one, other) => other.processorSeconds - one.processorSeconds);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now();
  const { rows, isGood } = await runCross(process.argv.slice(2));
  console.log(`\n${renderTable(rows, (performance.now() - start) / 1000)}`);
  process.exitCode = isGood ? 0 : 1;
}
