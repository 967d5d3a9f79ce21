import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, closeSync, linkSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { BackendName } from "@unf/core/config";
import { scenariosOf } from "./watcher-needs.ts";

// Programs that are faster than a watcher can follow, or give few events.

const onLinux = { skip: process.platform === "linux" ? false : "these backends are Linux's" };
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Exchanges two entries in one step (renameat2, RENAME_EXCHANGE), which Node cannot. */
const exchangeBoth = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
one, other = (os.fsencode(path) for path in sys.argv[1:])
if libc.renameat2(-100, one, -100, other, 2) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))`;

function exchange(one: string, other: string): void {
  const ran = spawnSync("python3", ["-c", exchangeBoth, one, other]);
  assert.equal(ran.status, 0, String(ran.stderr));
}

const mapAndWrite = `
import mmap, sys
with open(sys.argv[1], "r+b") as file:
    with mmap.mmap(file.fileno(), 0) as mapped:
        mapped[0:5] = b"after"`;

function withoutPython(): string | false {
  return spawnSync("python3", ["-c", "import ctypes, mmap"]).status === 0
    ? false
    : "there is no python3";
}

/** Runs every race over one backend. */
export function runRaces(backend: BackendName): void {
  describe(`the ${backend} backend, in a race,`, onLinux, () => {
    const { scenario, setStage } = scenariosOf(backend);

    scenario("sees files go that were replaced 3 ms before", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => range(100).forEach((n) => void write(`src/${n}`)),
      });
      for (const n of range(100)) {
        stage.write(`src/${n}.tmp`);
        stage.rename(`src/${n}.tmp`, `src/${n}`);
        await pause(3);
        stage.remove(`src/${n}`);
      }
      await stage.model.agrees("after the last");
    });

    scenario("believes in no file that was made and deleted at once", async () => {
      await using stage = await setStage(backend, { before: ({ make }) => make("src") });
      for (const n of range(200)) {
        stage.write(`src/${n}`);
        stage.write(`src/${n}`);
        stage.remove(`src/${n}`);
        if (n % 20 === 0) await pause(2);
      }
      stage.write("src/last");
      await stage.model.agrees("after the last");
    });

    scenario(
      "sees what was exchanged in one step, and later edits deep inside",
      async () => {
        await using stage = await setStage(backend, {
          before: ({ write }) => {
            write("one/deep/file");
            write("two/deep/other");
            write("file");
          },
        });
        const at = (path: string) => join(stage.root, path);
        exchange(at("one"), at("two"));
        await stage.model.agrees("after two directories were exchanged");
        stage.write("one/deep/late");
        stage.write("two/deep/late");
        await stage.model.agrees("after edits in them");
        exchange(at("one"), at("file"));
        await stage.model.agrees("after a directory and a file were exchanged");
        stage.write("file/deep/late");
        await stage.model.agrees("after an edit in the directory");
      },
      withoutPython(),
    );

    scenario("sees each write of a program that never closes its file", async () => {
      await using stage = await setStage(backend);
      const fd = openSync(join(stage.root, "log"), "a");
      try {
        for (const n of range(5)) {
          writeSync(fd, `line ${n}\n`);
          await stage.model.agrees(`after line ${n}`);
        }
      } finally {
        closeSync(fd);
      }
    });

    scenario(
      "sees a write through a memory map",
      async () => {
        await using stage = await setStage(backend, {
          before: ({ write }) => write("mapped", "before"),
        });
        const ran = spawnSync("python3", ["-c", mapAndWrite, join(stage.root, "mapped")]);
        assert.equal(ran.status, 0, String(ran.stderr));
        await stage.model.agrees("after the write");
      },
      withoutPython(),
    );

    scenario("sees a write through a hard link outside of the root", async () => {
      await using stage = await setStage(backend, { before: ({ write }) => write("linked") });
      linkSync(join(stage.root, "linked"), join(stage.outside, "other"));
      await stage.model.agrees("after the link was made");
      appendFileSync(join(stage.outside, "other"), "more");
      await stage.model.agrees("after the write");
    });

    scenario("follows a tree that is moved about while it is filled", async () => {
      await using stage = await setStage(backend);
      for (const n of range(30)) {
        stage.write(`new${n}/a/b/c/file`);
        stage.rename(`new${n}`, `moved${n}`);
        stage.write(`moved${n}/a/b/c/second`);
        stage.rename(`moved${n}/a`, `a${n}`);
        stage.write(`a${n}/b/c/third`);
      }
      await stage.model.agrees("after the moves");
      for (const n of range(30)) stage.write(`a${n}/b/c/late`);
      await stage.model.agrees("after later edits deep inside");
    });
  });
}
