import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import type { Pair } from "./lines-pairs.ts";

/** Lines added and removed as `git diff --numstat` prints them. */
export interface Numstat {
  readonly added: number;
  readonly removed: number;
}

/** Git's counts for each pair, by one call for all; `undefined` where git calls it binary. */
export function countByGit(
  pairs: readonly Pair[],
  ...options: readonly string[]
): (Numstat | undefined)[] {
  const root = mkdtempSync(join(tmpdir(), "unf-lines-"));
  try {
    for (const side of ["before", "after"] as const) {
      mkdirSync(join(root, side));
      pairs.forEach((pair, at) => {
        const content = pair[side];
        if (content !== undefined) writeFileSync(join(root, side, String(at)), content);
      });
    }
    const args = ["diff", "--no-index", "--no-renames", "--numstat", "-z", ...options];
    const output = runGit([...args, "before", "after"], { cwd: root, expect: [0, 1] });
    const counted = parseNumstat(output.toString("latin1"));
    // Pairs that git does not list are equal.
    return pairs.map((_, at) => (counted.has(at) ? counted.get(at) : { added: 0, removed: 0 }));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Runs git without the settings of the person and the machine; its standard output. */
export function runGit(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly expect?: readonly number[];
    readonly input?: Uint8Array;
  },
): Buffer {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: options.cwd,
    ...(options.input === undefined ? {} : { input: options.input }),
    env: {
      PATH: process.env.PATH,
      HOME: options.cwd,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CEILING_DIRECTORIES: tmpdir(),
    },
    maxBuffer: 2 ** 30,
  });
  if (!(options.expect ?? [0]).includes(status ?? -1)) {
    throw new Error(`git ${args.join(" ")} ended with ${status}: ${stderr}`);
  }
  return stdout;
}

/** Records are `added TAB removed TAB NUL from NUL to NUL`, with `-` for a binary file's counts. */
function parseNumstat(output: string): Map<number, Numstat | undefined> {
  const counted = new Map<number, Numstat | undefined>();
  const fields = output.split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [added, removed] = (fields[at] ?? "").split("\t");
    const [from = "", to = ""] = fields.slice(at + 1);
    const numbers = { added: Number(added), removed: Number(removed) };
    const name = basename(to === "/dev/null" ? from : to);
    counted.set(Number(name), added === "-" ? undefined : numbers);
  }
  return counted;
}
