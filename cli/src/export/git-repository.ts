import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import type { GitRepository } from "@unf/answers";
import { type AbsPath, encodePath, isUtf8Path, systemCode, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";

/**
 * The repository at the path: its own, never one around it. `undefined` where none is yet and one
 * can be made. Throws `refused` for a directory that holds something else.
 */
export async function findRepository(path: AbsPath): Promise<GitRepository | undefined> {
  if (!isUtf8Path(path)) {
    throw new UnfError(
      "usage",
      `${escapeForDisplay(path)} is not UTF-8, which git's words must be`,
      {
        hint: "name another directory",
      },
    );
  }
  const entries = listNames(path);
  if (entries === undefined || entries.length === 0) return undefined;
  if (entries.includes(".git")) {
    const found = await run(["-C", path, "rev-parse", "--absolute-git-dir"]);
    if (found.code === 0) return repositoryAt(found.stdout as AbsPath);
  }
  const isBare = ["HEAD", "objects", "refs"].every((name) => entries.includes(name));
  if (isBare) return repositoryAt(path);
  throw new UnfError("refused", `${escapeForDisplay(path)} holds files and is no git repository`, {
    hint: "name a new directory, or a repository",
  });
}

/** Makes a bare repository where there is none. */
export async function makeRepository(path: AbsPath): Promise<GitRepository> {
  const made = await run(["init", "--quiet", "--bare", path]);
  if (made.code !== 0) throw gitFailed(made.stderr);
  return repositoryAt(path);
}

function repositoryAt(directory: AbsPath): GitRepository {
  return {
    directory,
    ask: async (...words) => {
      const { code, stdout } = await run([`--git-dir=${directory}`, ...words]);
      return code === 0 ? stdout : undefined;
    },
    fastImport: (pieces) => feed(directory, pieces),
  };
}

function listNames(path: AbsPath): string[] | undefined {
  try {
    return readdirSync(Buffer.from(encodePath(path)), "utf8");
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT" && !existsSync(path)) return undefined;
    throw new UnfError("refused", `${escapeForDisplay(path)} is no directory (${code})`, {
      cause: thrown,
    });
  }
}

/** Without the variables by which git finds another repository, index or ref than the one named. */
function cleanVariables(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...(Object.fromEntries(kept) as Record<string, string>), LC_ALL: "C" };
}

function start(words: readonly string[]): ChildProcess {
  // No hook of the repository runs, and nothing is packed behind our back.
  const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0"];
  return spawn("git", [...quiet, ...words], { stdio: "pipe", env: cleanVariables() });
}

async function run(words: readonly string[]) {
  const child = start(words);
  child.stdin?.end();
  return ended(child);
}

async function feed(
  directory: AbsPath,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const child = start([`--git-dir=${directory}`, "fast-import", "--quiet", "--done"]);
  const { stdin } = child;
  if (stdin === null) throw gitFailed("no input");
  const over = ended(child);
  // A program that ends early breaks the pipe; how it ended says why.
  let isBroken = false;
  stdin.on("error", () => {
    isBroken = true;
  });
  try {
    for await (const piece of pieces) {
      if (isBroken) break;
      if (!stdin.write(piece)) await Promise.race([once(stdin, "drain"), over]);
    }
  } catch (thrown) {
    // Else it would leave a report of its own about an input that ends too early.
    child.kill();
    await over;
    throw thrown;
  }
  stdin.end("done\n");
  const { code, stderr } = await over;
  if (code !== 0) throw gitFailed(stderr);
}

async function ended(child: ChildProcess) {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => out.push(bytes));
  child.stderr?.on("data", (bytes: Buffer) => err.push(bytes));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", (thrown) => reject(noGit(thrown)));
    child.once("close", (status) => resolve(status ?? 1));
  });
  const text = (pieces: readonly Buffer[]) => Buffer.concat(pieces).toString("utf8").trimEnd();
  return { code, stdout: text(out), stderr: text(err) };
}

function noGit(thrown: unknown): unknown {
  if (systemCode(thrown) !== "ENOENT") return thrown;
  return new UnfError("failed", "git is not installed", { hint: "install git", cause: thrown });
}

function gitFailed(stderr: string): UnfError {
  const [line = ""] = stderr.split("\n");
  return new UnfError("failed", `git failed: ${escapeForDisplay(line) || "it says nothing"}`);
}
