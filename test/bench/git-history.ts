import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Blob } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import type { Bench } from "./row.ts";
import { clock } from "./statistics.ts";

const bufferMax = 2 ** 30;

/** A real git history: every version of every file, and a copy of the repository that `git gc` packed. */
export interface GitHistory {
  /** The contents of each path, in the order of the commits. Each content once. */
  readonly chains: readonly (readonly Blob[])[];
  readonly versions: number;
  readonly contentBytes: number;
  /** Bytes that the contents take in the packs of the copy, index included. */
  readonly packedBytes: number;
  /** Of `git repack` that looks for all differences anew. Unit: ms. */
  readonly repackMs: number;
  /** One content out of the copy, by a git that stays open; its object names in the order of `chains`. */
  readonly ids: readonly string[];
  readonly repository: string;
}

/** Replays the history of the repository that this file is in; `undefined` where there is none. */
export async function readGitHistory(bench: Bench): Promise<GitHistory | undefined> {
  const source = join(import.meta.dirname, "../..");
  const repository = join(bench.scratch("history"), "copy.git");
  const git = (...args: string[]): Buffer =>
    execFileSync("git", ["-C", repository, ...args], { maxBuffer: bufferMax });
  try {
    execFileSync("git", ["clone", "-q", "--bare", "--no-local", "--no-tags", source, repository], {
      stdio: "ignore",
    });
  } catch (thrown) {
    // A source tree without its repository.
    void thrown;
    return undefined;
  }
  git("gc", "-q");
  const byPath = new Map<string, Set<string>>();
  for (const line of git("log", "--reverse", "--raw", "--no-abbrev", "--no-renames", "--format=")
    .toString()
    .split("\n")) {
    const [, , , id = "", , path = ""] = line.split(/[ \t]/);
    if (!/^[1-9a-f]/.test(id) && !/[1-9a-f]/.test(id)) continue;
    if (path !== "" && line.startsWith(":"))
      byPath.set(path, (byPath.get(path) ?? new Set()).add(id));
  }
  const ids = [...new Set([...byPath.values()].flatMap((some) => [...some]))];
  const contents = readContents(repository, ids);
  const chains = [...byPath.values()].map((some) =>
    [...some].flatMap((id) => {
      const bytes = contents.get(id);
      return bytes === undefined ? [] : [{ hash: digest(bytes), bytes }];
    }),
  );
  const packedBytes = sumPacked(git, new Set(ids));
  const repackMs = await clock(() => git("repack", "-q", "-a", "-d", "-f"));
  const contentBytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
  return { chains, versions: contents.size, contentBytes, packedBytes, repackMs, ids, repository };
}

/** Each has 20 bytes of name, a CRC and an offset in the index beside its own bytes. */
const indexBytes = 28;

function sumPacked(git: (...args: string[]) => Buffer, ids: ReadonlySet<string>): number {
  const format = "--batch-check=%(objectname) %(objectsize:disk)";
  let sum = 0;
  for (const line of git("cat-file", "--batch-all-objects", format).toString().split("\n")) {
    const [id = "", bytes = "0"] = line.split(" ");
    if (ids.has(id)) sum += Number(bytes) + indexBytes;
  }
  return sum;
}

function readContents(repository: string, ids: readonly string[]): Map<string, Uint8Array> {
  const output = execFileSync("git", ["-C", repository, "cat-file", "--batch"], {
    input: `${ids.join("\n")}\n`,
    maxBuffer: bufferMax,
  });
  const contents = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [id = "", kind, size = "0"] = output.subarray(at, end).toString().split(" ");
    const bytes = output.subarray(end + 1, end + 1 + Number(size));
    if (kind === "blob") contents.set(id, bytes);
    at = end + 2 + Number(size);
  }
  return contents;
}
