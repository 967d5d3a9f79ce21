import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

/** Plays a test file of a tree in a process of its own; gives a line for each test that failed. */
export function playTest(tree: string, file: string): string[] {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ["--test", "--test-reporter=tap", join(tree, file)];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", env });
  return stdout.split("\n").filter((line) => /^ *not ok .*(?<!\.ts)$/.test(line));
}
