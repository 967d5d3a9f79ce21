import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { isWithin, type RelPath } from "@unf/core/base";
import type { BackendName } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";
import { until } from "../kit/index.ts";
import { onDisk } from "./watcher-model.ts";
import { scenariosOf } from "./watcher-needs.ts";
import { open } from "./watcher-stage.ts";

// The duties of every backend, with the sweeps that `watcher-needs.ts` allows it. Each scenario changes
// a real tree and then demands that a consumer who looks only where the hints point knows exactly what
// a fresh walk of the disk finds.

const onLinux = { skip: process.platform === "linux" ? false : "these backends are Linux's" };
/** Runs a script with `node:fs` in a process of its own, so that it races with the watching. */
async function runScript(cwd: string, script: string): Promise<void> {
  const source = `const { mkdirSync, writeFileSync } = require("node:fs");${script}`;
  const child = spawn(process.execPath, ["-e", source], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
  assert.deepEqual(await once(child, "exit"), [0, null]);
}

/** A poll says of an entry that is new in a directory that the directory changed. */
function isAbout(hint: Hint, path: string): boolean {
  if (!("path" in hint)) return false;
  return hint.path === path || (hint.kind === "directory" && isWithin(hint.path, path as RelPath));
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Runs every scenario over one backend. */
export function runScenarios(backend: BackendName): void {
  describe(`the ${backend} backend`, onLinux, () => {
    const { scenario, setStage } = scenariosOf(backend);
    scenario(
      "sees a file created, appended, cut, touched, made executable, renamed and deleted",
      async () => {
        await using stage = await setStage(backend, { before: ({ write }) => write("src/old") });
        const file = join(stage.root, "src/file");
        const steps: Record<string, () => void> = {
          create: () => stage.write("src/file", "one"),
          append: () => appendFileSync(file, "two"),
          cut: () => truncateSync(file, 1),
          touch: () => utimesSync(file, 1, 1),
          chmod: () => chmodSync(file, 0o755),
          rename: () => stage.rename("src/file", "src/renamed"),
          replace: () => stage.rename("src/renamed", "src/old"),
          link: () => linkSync(join(stage.root, "src/old"), join(stage.root, "linked")),
          delete: () => stage.remove("src/old"),
        };
        for (const [what, step] of Object.entries(steps)) {
          step();
          await stage.model.agrees(what);
        }
      },
    );

    scenario("reports nothing that was there before, nor that somebody reads", async () => {
      await using stage = await setStage(backend, { before: ({ write }) => write("a/b/c") });
      readFileSync(join(stage.root, "a/b/c"));
      readdirSync(join(stage.root, "a/b"));
      stage.write("mark");
      await until("the mark is seen", () => stage.model.about("mark").length > 0);
      const others = stage.model.hints.filter((hint) => !isAbout(hint, "mark"));
      assert.deepEqual(others, []);
      stage.watches(3);
    });

    scenario("sees 200 files saved through a temporary name", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => range(200).forEach((n) => void write(`src/${n}`)),
      });
      for (const n of range(200)) {
        stage.write(`src/.${n}.tmp`);
        stage.rename(`src/.${n}.tmp`, `src/${n}`);
      }
      await stage.model.agrees("after the saves");
    });

    scenario(
      "loses nothing in 300 new trees made by another process, nor later inside them",
      async () => {
        await using stage = await setStage(backend);
        await runScript(
          stage.root,
          `for (let n = 0; n < 300; n += 1) {
          mkdirSync("t" + n + "/a/b/c/d", { recursive: true });
          writeFileSync("t" + n + "/a/b/c/d/file", "x");
          writeFileSync("t" + n + "/a/file", "x");
        }`,
        );
        await stage.model.agrees("after the first writes");
        for (const n of range(300)) stage.write(`t${n}/a/b/c/d/file`);
        for (const n of range(300)) stage.write(`t${n}/a/b/second`);
        await stage.model.agrees("after the second writes");
        stage.watches(1 + 300 * 5);
      },
    );

    scenario("loses nothing in a copied tree, nor in later edits inside it", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) =>
          range(1500).forEach((n) => void write(`from/${n % 25}/${n % 300}/${n}`)),
      });
      stage.copy("from", "to");
      await stage.model.agrees("after the copy");
      for (const n of range(300)) stage.write(`to/${n % 25}/${n}/late`);
      await stage.model.agrees("after the edits");
    });

    scenario(
      "follows a directory moved in, within and out, with edits deep inside each time",
      async () => {
        await using stage = await setStage(backend, { before: ({ make }) => make("kept/deep") });
        const moved = join(stage.outside, "moved");
        for (const n of range(50)) stage.write(`kept/deep/moved/${n % 5}/x/${n}`);
        stage.rename("kept/deep/moved", "../outside/moved");
        await stage.model.agrees("after it was moved out the first time");
        const outside = stage.watch.directories;
        renameSync(moved, join(stage.root, "in"));
        stage.write("in/3/x/first");
        await stage.model.agrees("after it was moved in");
        stage.write("in/3/x/second");
        await stage.model.agrees("after an edit where it was moved in");
        stage.rename("in", "kept/within");
        stage.write("kept/within/4/x/third");
        await stage.model.agrees("after it was moved within");
        stage.write("kept/within/2/x/fourth");
        await stage.model.agrees("after an edit where it was moved within");
        stage.watches(outside + 11);
        stage.rename("kept/within", "../outside/moved");
        await stage.model.agrees("after it was moved out");
        stage.watches(outside);
        stage.write("../outside/moved/2/x/unseen");
        stage.write("mark");
        await until("the mark is seen", () => stage.model.about("mark").length > 0);
        const about = stage.model.hints.filter((hint) => JSON.stringify(hint).includes("unseen"));
        // parcel says it of the path it had before.
        if (backend !== "parcel") assert.deepEqual(about, []);
        assert.ok(!stage.model.has("overflow"));
      },
    );

    scenario("tells two swapped directories apart", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => {
          for (const n of range(20)) write(`one/deep/${n}`);
          for (const n of range(20)) write(`two/deep/${n + 10}`);
        },
      });
      for (const n of range(4)) {
        stage.rename("one", "aside");
        stage.rename("two", "one");
        stage.rename("aside", "two");
        await stage.model.agrees(`after swap ${n}`);
        stage.write(`one/deep/late-${n}`);
        stage.write(`two/deep/late-${n}`);
        await stage.model.agrees(`after edits behind swap ${n}`);
      }
    });

    scenario("watches a directory that was deleted and made again", async () => {
      await using stage = await setStage(backend, { before: ({ write }) => write("d/e/f") });
      for (const n of range(20)) {
        stage.remove("d");
        stage.write(`d/e/f${n}`);
      }
      await stage.model.agrees("after the last time");
      stage.write("d/e/late");
      await stage.model.agrees("after a later edit");
      for (const n of range(5)) {
        stage.remove("d");
        stage.write("d/e/f");
        await stage.model.agrees(`after time ${n}`);
        stage.write("d/e/late");
        await stage.model.agrees(`after a later edit, time ${n}`);
      }
    });

    scenario("watches both after a directory was renamed and its old name made again", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => range(100).forEach((n) => void write(`big/${n % 10}/${n}`)),
      });
      stage.rename("big", "big.old");
      for (const n of range(100)) stage.write(`big/${n % 10}/${n}`);
      for (const n of range(100)) stage.write(`big.old/${n % 10}/${n}`);
      await stage.model.agrees("at once");
      for (const n of range(10)) stage.write(`big/${n}/late`);
      for (const n of range(10)) stage.write(`big.old/${n}/late`);
      await stage.model.agrees("after later edits");
    });

    scenario("sees files and directories take each other's names", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => {
          write("file");
          write("directory/inside/file");
        },
      });
      for (const n of range(6)) {
        stage.rename("file", "aside");
        stage.rename("directory", "file");
        stage.rename("aside", "directory");
        if (n % 2 === 0) stage.write("file/inside/file");
        else stage.write("directory/inside/file");
        await stage.model.agrees(`after exchange ${n}`);
      }
      stage.remove("file");
      stage.make("file/new");
      await stage.model.agrees("after a file was replaced by a directory");
      stage.write("file/new/late");
      await stage.model.agrees("after an edit in it");
      stage.write("node_modules");
      await stage.model.agrees("after a file got an excluded directory's name");
      stage.remove("node_modules");
      stage.make("node_modules/new");
      await stage.model.agrees("after the excluded directory took its place");
    });

    scenario("does not watch excluded directories until they get a kept name", async () => {
      await using stage = await setStage(backend, {
        before: ({ write }) => {
          write("src/a");
          for (const n of range(30)) write(`node_modules/${n}/lib/index.js`);
        },
      });
      stage.watches(2);
      for (const n of range(30)) stage.write(`src/node_modules/${n}/lib/index.js`);
      stage.write("node_modules/1/lib/late.js");
      stage.write("src/b");
      await stage.model.agrees("after writes in excluded directories");
      stage.watches(2);
      assert.deepEqual(stage.model.about("node_modules"), []);
      stage.rename("node_modules", "vendor");
      stage.write("vendor/2/lib/late.js");
      await stage.model.agrees("after the rename to a kept name");
      stage.write("vendor/3/lib/late.js");
      await stage.model.agrees("after an edit under the kept name");
      stage.watches(2 + 61);
      stage.rename("vendor", "node_modules");
      await stage.model.agrees("after the rename back");
      stage.watches(2);
    });

    scenario(
      "keeps every name apart: line breaks, quotes, 255 bytes, bytes that are not UTF-8",
      async () => {
        const names = [
          "line\nbreak",
          "tab\t'\"`$()",
          " ",
          "-",
          "e\u0301",
          "\u00e9",
          "Case",
          "case",
          "\ufffd",
          "\u{1f409}",
          "x".repeat(255),
          "\udcff\udcfe",
          "caf\udce9",
          "\udcc3",
        ];
        await using stage = await setStage(backend, {
          before: ({ write }) =>
            names.forEach((name) => void write(`before ${name.slice(0, 240)}/f`)),
        });
        for (const name of names) stage.write(name);
        for (const name of names) stage.write(`in/${name}/${name}`);
        for (const name of names) stage.write(`before ${name.slice(0, 240)}/${name}`);
        await stage.model.agrees("after creation");
        for (const name of names) stage.write(`in/${name}/${name}`);
        for (const name of names) stage.write(`in/${name}/deeper/${name}`);
        await stage.model.agrees("after edits");
        for (const name of names) stage.rename(`in/${name}`, `in/${name.slice(0, 240)}.moved`);
        for (const name of names) stage.write(`in/${name.slice(0, 240)}.moved/late`);
        await stage.model.agrees("after renames");
      },
    );

    scenario("sees links change and follows none", async () => {
      await using stage = await setStage(backend, { before: ({ write }) => write("dir/file") });
      const link = (target: string, path: string) => symlinkSync(target, onDisk(stage.root, path));
      link(stage.outside, "out");
      link("..", "dir/loop");
      link("nowhere", "dangling");
      await stage.model.agrees("after creation");
      rmSync(join(stage.root, "dangling"));
      link("dir/file", "dangling");
      stage.write("../outside/file");
      await stage.model.agrees("after one got another target");
      stage.watches(2);
    });

    scenario("loses nothing of a burst of 5,000 files", async () => {
      await using stage = await setStage(backend, { before: ({ make }) => make("burst") });
      for (const n of range(5000)) stage.write(`burst/${n}`, "x");
      await stage.model.agrees("after the burst");
    });

    scenario("loses nothing that happens while the tree is first watched", async () => {
      const asked: string[] = [];
      await using stage = await setStage(backend, {
        before: ({ write }) => range(60).forEach((n) => void write(`d${n % 20}/e${n}/file`)),
        // Called between listing a directory and watching what was found in it.
        onCovers: (directory, { write }) => {
          if (directory.includes("new") || asked.length > 80) return;
          asked.push(directory);
          write(`${directory}/new/deep/file`);
          write(`new${asked.length}/deep/file`);
          write(`d${asked.length % 20}/new${asked.length}/file`);
        },
      });
      await stage.model.agrees("after the first watch");
    });

    scenario(
      "tells when the root is deleted, moved or replaced, and then falls silent",
      async () => {
        for (const how of ["deleted", "moved", "replaced"]) {
          await using stage = await setStage(backend, { before: ({ write }) => write("a/b") });
          if (how === "deleted") rmSync(stage.root, { recursive: true });
          else renameSync(stage.root, join(stage.outside, "away"));
          if (how === "replaced") stage.write("a/c");
          const lost = await until(`a root that was ${how} is reported`, () =>
            stage.model.hints.find((hint) => hint.kind === "root_lost"),
          );
          assert.equal(stage.model.hints.at(-1), lost);
          stage.watches(0);
          await stage.watch.rewatch("" as never);
          stage.watches(0);
        }
      },
    );

    scenario("refuses a root that is not there or not a directory", async () => {
      await using stage = await setStage(backend, { before: ({ write }) => write("file") });
      for (const name of ["missing", "file"]) {
        const root = join(stage.root, name) as typeof stage.root;
        await assert.rejects(
          open(backend).watch(root, { covers: () => true }, () => {}),
          {
            code: "not_found",
          },
        );
      }
    });

    scenario(
      "delivers nothing after it was disposed of, and two roots do not disturb each other",
      async () => {
        await using one = await setStage(backend);
        const other = await setStage(backend);
        other.write("seen");
        await other.model.agrees("before");
        const delivered = other.model.hints.length;
        other.write("unseen");
        await other.watch[Symbol.asyncDispose]();
        one.write("later");
        await one.model.agrees("after the other was disposed of");
        assert.equal(other.model.hints.length, delivered);
        await other[Symbol.asyncDispose]();
      },
    );

    scenario(
      "watching again finds what is new, drops what is gone, and harms nothing",
      async () => {
        await using stage = await setStage(backend, { before: ({ write }) => write("a/b/c") });
        const before = stage.watch.directories;
        await stage.watch.rewatch("" as never);
        await stage.watch.rewatch("a/b" as never);
        await stage.watch.rewatch("not/there" as never);
        stage.watches(before);
        if (stage.watch.sweepEveryMs === undefined) assert.deepEqual(stage.model.hints, []);
        assert.ok(stage.model.hints.every((hint) => hint.kind === "directory"));
        stage.write("a/b/d");
        await stage.model.agrees("after watching again");
      },
    );
  });
}
