// Node's test runner, for whatever the arguments name; fails when something is left behind. Compiled sources are kept below node_modules:
// half of what a small test file costs is the TypeScript it imports.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { openScratch } from "./scratch.mjs";
import { engineWords } from "./test-files.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const words = [...engineWords, "--test", "--test-timeout=600000", ...process.argv.slice(2)];
const cache = join(root, "node_modules/.cache/node-compile");
const scratch = openScratch();
const env = { NODE_COMPILE_CACHE: cache, ...scratch.env };
const { status, error } = spawnSync(process.execPath, words, { env, stdio: "inherit" });
const left = await scratch.end();
if (error !== undefined) throw error;
for (const line of left) console.error(line);
process.exitCode = left.length > 0 ? 1 : (status ?? 1);
