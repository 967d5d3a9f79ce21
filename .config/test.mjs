// `npm test [-- --long]`: every guard and every test, and at the end what took how long.

import process from "node:process";
import { runChecks } from "./check.mjs";
import { renderTable, runCross } from "./cross.mjs";

const isLong = process.argv.includes("--long");
if (isLong) process.env.UNF_TEST_FORM = "long";
const start = performance.now();
const checks = await runChecks();
if (checks.isGood) {
  const cross = await runCross([]);
  const seconds = (performance.now() - start) / 1000;
  console.log(`\n${renderTable([...checks.rows, ...cross.rows], seconds)}`);
  process.exitCode = cross.isGood ? 0 : 1;
} else process.exitCode = 1;
