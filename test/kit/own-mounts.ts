import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { systemCode } from "@unf/core/base";
import type { TempHome } from "./temp-home.ts";

/** Set in the process that runs inside the namespaces. */
const marker = "UNF_TEST_OWN_MOUNTS";

/** True in a process that may mount what it likes: nobody else sees it, and it ends with the process. */
export function hasOwnMounts(): boolean {
  return process.env[marker] === "1";
}

/** The words to run, in place of `words`, so that they have mounts of their own. */
export function inOwnMounts(words: readonly string[]): {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} {
  return { words: ["unshare", "-Urm", ...words], env: { ...process.env, [marker]: "1" } };
}

/** False where a process may have mounts of its own, else why not: for `skip`. */
export function whyNoMounts(): string | false {
  if (process.platform !== "linux") return "needs Linux's mount namespaces";
  const tried = spawnSync("unshare", ["-Urm", "true"]);
  return tried.status === 0 ? false : "unshare -Urm is not allowed here";
}

/**
 * Registers the tests of `file` so that they run with mounts of their own: the file is run once more
 * inside new user and mount namespaces, which end with it. Skipped where the system does not allow.
 */
export function withOwnMounts(file: string, register: () => void): void {
  if (hasOwnMounts()) {
    register();
    return;
  }
  test("with disks of its own", { skip: whyNoMounts() }, async () => {
    const { words, env } = inOwnMounts([process.execPath, "--test-reporter=spec", file]);
    const { NODE_TEST_CONTEXT: _, ...own } = env;
    const child = spawn(words[0] ?? "", words.slice(1), {
      env: own,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => said.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => said.push(bytes));
    const [code] = await once(child, "close");
    const text = Buffer.concat(said).toString("utf8");
    assert.equal(code, 0, text);
    // Without this a file that registers nothing would pass.
    assert.match(text, /✔/);
  });
}

/** Gives unf's home a small disk in memory of its own. Only inside `withOwnMounts`. */
export function mountHome(home: TempHome, options: string): void {
  mkdirSync(home.unfHome, { mode: 0o700 });
  mountDisk(home, home.unfHome, options);
}

/** Gives a directory of a home a disk of its own. */
export function mountDisk(home: TempHome, directory: string, options: string): void {
  run("mount", ["-t", "tmpfs", "-o", `mode=700,${options}`, "tmpfs", directory]);
  // Programs that still run in it keep it until they are ended.
  home.onDispose(() => run("umount", ["-l", directory]));
}

/** Takes every byte that is left of the home's disk; gives the file that has them. */
export function fillHome({ unfHome }: TempHome): string {
  return fillDisk(unfHome);
}

/** The same of the disk that a directory is on. */
export function fillDisk(directory: string): string {
  const path = join(directory, "filler");
  const fd = openSync(path, "a");
  try {
    for (let step = 2 ** 20; step >= 1; ) {
      try {
        writeSync(fd, new Uint8Array(step));
      } catch (thrown) {
        if (systemCode(thrown) !== "ENOSPC") throw thrown;
        step /= 16;
      }
    }
  } finally {
    closeSync(fd);
  }
  return path;
}

/** Makes what is mounted there read-only. */
export function remountReadOnly(directory: string): void {
  run("mount", ["-o", "remount,ro", directory]);
}

/** Lays a directory over itself, so that it can have options of its own; gives what takes it away. */
export function mountReadOnly(directory: string): () => void {
  run("mount", ["--bind", directory, directory]);
  run("mount", ["-o", "remount,bind,ro", directory]);
  return () => run("umount", ["-l", directory]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}: ${stderr}`);
}
