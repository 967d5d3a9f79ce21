import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { inspectRunning } from "@unf/wiring";
import { isLongForm, runUnf, tempHome, until } from "../kit/index.ts";
import { asOrdinaryUser, giveAway } from "./ordinary-user.ts";
import { awaitRow, awaitState, putWhole, readRecord } from "./root-watch.ts";
import { type Story, tellStory } from "./story.ts";

const MiB = 2 ** 20;

function run(...words: readonly [string, ...string[]]): boolean {
  return spawnSync(words[0], words.slice(1), { stdio: "ignore" }).status === 0;
}

/** Watches the project of a home and gives what `unf watch --json` said of it. */
async function watchReply(story: Story, place: string) {
  const told = await story.unf("watch", place, "--json");
  return JSON.parse(told.stdout).projects[0];
}

async function daemonRss(story: Story): Promise<number> {
  const { daemon } = await inspectRunning(story.home.unfHome as AbsPath);
  return daemon?.rss_bytes ?? assert.fail("no daemon runs");
}

/**
 * Makes a file of this size that takes no room on disk. It gets its size outside the project, so that
 * nobody can record the empty file that it is at first.
 */
function sizeFile({ home, at }: Story, name: string, bytes: number): void {
  const beside = join(home.root, name);
  closeSync(openSync(beside, "w"));
  truncateSync(beside, bytes);
  renameSync(beside, at(name));
}

interface Counted {
  readonly added: number;
  readonly removed: number;
  /** False where the numbers are estimates. */
  readonly exact?: boolean;
}

suite("a hostile tree", { concurrency: 3 }, () => {
  test("what is no file is counted and never opened, and no link is followed", async () => {
    await using story = await tellStory();
    const place = join(story.home.root, "special");
    const outside = join(story.home.root, "outside");
    const at = (path: string) => join(place, path);
    mkdirSync(join(place, "dir"), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, "secret.txt"), "not of this project\n");
    writeFileSync(at("plain.txt"), "plain\n");
    let special = 0;
    for (const name of ["fifo.txt", "dir/fifo"]) special += Number(run("mkfifo", at(name)));
    for (const [name, minor] of [
      ["null.txt", "3"],
      ["zero.txt", "5"],
    ] as const) {
      special += Number(run("mknod", at(name), "c", "1", minor));
    }
    const server = createServer().listen(at("socket.txt"));
    story.home.onDispose(() => void server.close());
    await until("the socket is there", () => readdirSync(place).includes("socket.txt"));
    special += 1;
    const links: Record<string, string> = {
      loop: "loop",
      there: "back",
      back: "there",
      self: ".",
      up: "..",
      "dir/up.txt": "../..",
      out: outside,
      "out.txt": join(outside, "secret.txt"),
      "dangling.txt": "nowhere",
      etc: "/etc",
    };
    for (let n = 0; n < 100; n += 1) links[`zero${n}.txt`] = "/dev/zero";
    for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name));
    const reply = await watchReply(story, place);
    assert.deepEqual(
      [reply.files_recorded, reply.files_skipped],
      [1 + Object.keys(links).length, { special }],
    );
    const { rows } = readRecord(story, place);
    const expected = ["plain.txt", ...Object.keys(links)].map((path) => `create ${path}`);
    assert.deepEqual([...rows].sort(), expected.sort());
    const shown = await story.unf("cat", "--project", place, "zero7.txt");
    assert.equal(shown.stdout, "/dev/zero");
    // Each of them touched while it is watched: no event makes anyone open it either.
    run("touch", "-h", ...readdirSync(place).map(at));
    putWhole(story, at("last.txt"), "last\n");
    await awaitRow(story, "create last.txt", place);
    await story.unf("flush");
    assert.equal(readRecord(story, place).rows.length, rows.length + 1);
  });

  test("files without end are skipped by their size, and cost no memory", async () => {
    await using story = await tellStory((at) => {
      writeFileSync(at("grows.txt"), "small\n");
      writeFileSync(at("plain.txt"), "plain\n");
    });
    await story.flush();
    const before = await daemonRss(story);
    sizeFile(story, "sparse.txt", 5 * 1024 * MiB);
    sizeFile(story, "line.txt", 1024 * MiB);
    // A text in one line: its ends are written, and what lies between takes no room on disk.
    const fd = openSync(story.at("line.txt"), "r+");
    writeFileSync(fd, "x".repeat(65_536));
    closeSync(fd);
    appendFileSync(story.at("line.txt"), "x".repeat(65_536));
    for (let n = 0; n < 6; n += 1) {
      appendFileSync(story.at("grows.txt"), `${"y".repeat(99)}\n`.repeat(6000));
      await story.flush();
    }
    // It was recorded as long as it was small enough; that it became too large is said once.
    const entries = (await story.log("grows.txt")) as readonly { readonly unrecordable?: string }[];
    const isLarge = entries.map(({ unrecordable }) => unrecordable === "too_large");
    assert.deepEqual([isLarge[0], isLarge.filter(Boolean).length], [true, 1]);
    for (const name of ["sparse.txt", "line.txt"]) {
      assert.equal((await story.tryUnf(["log", name])).code, 3);
      const why = await story.tryUnf(["ignore", "check", name]);
      assert.match(why.stdout, /larger|large|2 ?MiB/, why.stdout);
    }
    const rise = (await daemonRss(story)) - before;
    assert.ok(rise < 20 * MiB, `${rise} bytes`);
  });

  test("a file that cannot be read is not deleted", async (context) => {
    await using home = tempHome();
    const via = await asOrdinaryUser(context, home);
    if (via === undefined) return;
    home.onDispose(() => void run("chmod", "-R", "u+rwX", home.project));
    await using story = await tellStory(
      (at) => {
        mkdirSync(at("shut"));
        for (const name of ["a.txt", "b.txt", "shut/c.txt"]) writeFileSync(at(name), "1\n");
        giveAway(home.root);
      },
      { home, via },
    );
    writeFileSync(story.at("a.txt"), "2\n");
    chmodSync(story.at("a.txt"), 0o000);
    chmodSync(story.at("shut"), 0o000);
    writeFileSync(story.at("b.txt"), "2\n");
    await story.flush();
    const { rows } = readRecord(story);
    assert.deepEqual(
      rows.filter((row) => row.startsWith("delete")),
      [],
    );
    assert.ok(rows.includes("modify b.txt"));
    chmodSync(story.at("a.txt"), 0o644);
    chmodSync(story.at("shut"), 0o755);
    writeFileSync(story.at("shut/c.txt"), "2\n");
    await story.flush();
    for (const name of ["a.txt", "shut/c.txt"]) {
      assert.equal((await story.unf("cat", name)).stdout, "2\n");
    }
  });

  test("a file that became a FIFO or a link before it was opened holds nobody up", async () => {
    await using story = await tellStory();
    const stage = join(story.home.root, "stage");
    mkdirSync(stage);
    assert.ok(run("mkfifo", join(stage, "pipe")));
    writeFileSync(join(stage, "secret.txt"), "outside\n");
    for (let n = 0; n < 60; n += 1) {
      const place = story.at(`f${n % 6}.txt`);
      // Not over what stands there: that would wait for a reader, or write through the link.
      rmSync(place, { force: true });
      writeFileSync(place, `${n}\n`);
      // With every second turn the daemon has no time to look before.
      if (n % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      const swap = join(stage, `swap${n}`);
      if (n % 3 === 0) run("mkfifo", swap);
      else symlinkSync(join(stage, n % 3 === 1 ? "secret.txt" : "pipe"), swap);
      renameSync(swap, place);
    }
    writeFileSync(story.at("last.txt"), "last\n");
    await awaitRow(story, "create last.txt");
    await story.flush();
    const entries = await story.log();
    for (let n = 54; n < 60; n += 1) {
      const newest = entries.find(({ path }) => path === `f${n % 6}.txt`);
      if (n % 3 === 0) {
        assert.ok(newest === undefined || newest.kind === "delete", JSON.stringify(newest));
      } else {
        const shown = await story.unf("cat", `f${n % 6}.txt`);
        assert.equal(shown.stdout, join(stage, n % 3 === 1 ? "secret.txt" : "pipe"));
      }
    }
    const outside = `b3:${digest(Buffer.from("outside\n"))}`;
    assert.ok(entries.every(({ hash }) => hash !== outside));
  });

  test("any name is recorded and restored byte for byte, and shown without harm", async () => {
    const text = (name: string) => Buffer.from(name);
    const bytes = (name: string) => Buffer.from(name, "latin1");
    const names = [
      ...["new\nline.txt", "esc\x1b[31m.txt", "\u202egpj.exe.txt", "-leading.txt", "--all"].map(
        text,
      ),
      ...[
        "end.txt ",
        " start.txt",
        "dots.txt.",
        "back\\slash.txt",
        "CON",
        "aux.c",
        "tab\t.txt",
      ].map(text),
      ...[
        "quote'\".txt",
        "$(touch x).txt",
        "*.txt",
        "caf\u00e9.txt",
        "cafe\u0301.txt",
        "a%0ab.txt",
      ].map(text),
      ...["File.txt", "file.txt", "v1.txt", "\u0085\u2028.txt", "\u{1f600}.txt"].map(text),
      text(`${"x".repeat(251)}.txt`),
      ...["f\xff\xfe.t", "f\xff\xfd.t", "\x80.txt", "\xed\xa0\x80.txt", "\xc0\xaf.txt"].map(bytes),
    ];
    const content = (index: number) => `content ${index}\n`;
    const native = (story: Story, name: Buffer) =>
      Buffer.concat([text(`${story.home.project}/`), name]);
    await using story = await tellStory();
    for (const [index, name] of names.entries()) writeFileSync(native(story, name), content(index));
    await story.flush();
    const told = JSON.parse((await story.unf("log", "--json", "-n", "1000")).stdout);
    const recorded = told.entries.map((entry: { path: string; path_b64?: string }) =>
      entry.path_b64 === undefined ? text(entry.path) : Buffer.from(entry.path_b64, "base64"),
    );
    const sorted = (list: readonly Buffer[]) => list.map((name) => name.toString("latin1")).sort();
    assert.deepEqual(sorted(recorded), sorted(names));
    const listed = await story.unf("log", "-n", "1000");
    const control = listed.stdoutBytes
      .toString("utf8")
      .match(/[^\n\t -~\u00a0-\u{10ffff}]|[\u202a-\u202e\u2028\ufffd]/gu);
    assert.equal(control, null, "what a terminal would obey");
    // A machine that stood still meanwhile is told as a gap, between the versions.
    const lines = listed.stdout.trimEnd().split("\n");
    const versions = lines.filter((line) => line.split("\t")[1] !== "gap");
    assert.equal(versions.length, names.length, listed.stdout);
    const last = told.entries[0].id;
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0) rmSync(native(story, name));
      else writeFileSync(native(story, name), "spoilt\n");
    }
    await story.unf("restore", "--at", last, "--yes");
    assert.deepEqual(
      sorted(readdirSync(text(story.home.project), { encoding: "buffer" })),
      sorted(names),
    );
    for (const [index, name] of names.entries()) {
      assert.equal(readFileSync(native(story, name), "utf8"), content(index), name.toString());
    }
  });

  test("a path too long for the system ends the walk there, and only there", async () => {
    await using story = await tellStory((at) => writeFileSync(at("top.txt"), "1\n"));
    const name = "d".repeat(200);
    story.home.onDispose(() => void run("rm", "-rf", story.at(name)));
    // No call takes the whole path, so one half is moved below the other.
    const half = (top: string) => {
      const names = Array.from({ length: 15 }, () => name);
      for (const depth of names.keys()) {
        const directory = join(top, ...names.slice(0, depth + 1));
        mkdirSync(directory, { recursive: true });
        writeFileSync(join(directory, "f.txt"), "deep\n");
      }
      return join(top, ...names);
    };
    const lower = join(story.home.root, "lower");
    half(lower);
    renameSync(join(lower, name), join(half(story.home.project), name));
    const beside = story.at("beside");
    mkdirSync(beside);
    writeFileSync(join(beside, "a.txt"), "1\n");
    await story.flush();
    const { rows } = readRecord(story);
    assert.ok(rows.includes("create beside/a.txt"));
    const depth = Math.floor((4095 - story.home.project.length - "/f.txt".length) / 201);
    // One may have been read between its making and its writing, and has two rows then.
    const deep = rows.filter((row) => row.endsWith("/f.txt"));
    assert.equal(new Set(deep.map((row) => row.slice(row.indexOf(" ")))).size, depth);
    await awaitState(story, "degraded", /ENAMETOOLONG/);
    writeFileSync(join(beside, "a.txt"), "2\n");
    await awaitRow(story, "modify beside/a.txt");
  });

  test("hard links and names that differ only in case are each recorded as what they are", async () => {
    await using story = await tellStory((at) => {
      writeFileSync(at("one.txt"), "1\n");
      linkSync(at("one.txt"), at("two.txt"));
      writeFileSync(at("Case.txt"), "case\n");
      mkdirSync(at("Dir"));
      writeFileSync(at("Dir/in.txt"), "in\n");
    });
    writeFileSync(story.at("one.txt"), "written through one\n");
    renameSync(story.at("Case.txt"), story.at("case.txt"));
    renameSync(story.at("Dir"), story.at("dir"));
    await story.flush();
    for (const name of ["one.txt", "two.txt"]) {
      assert.equal((await story.unf("cat", name)).stdout, "written through one\n");
    }
    for (const [now, then] of [
      ["case.txt", "Case.txt"],
      ["dir/in.txt", "Dir/in.txt"],
    ] as const) {
      assert.notEqual((await story.log(now))[0]?.kind, "delete");
      const [gone] = (await story.log()).filter(({ path }) => path === then);
      assert.equal(gone?.kind, "delete", then);
    }
  });

  test("50,000 ignore patterns and a rewrite of 10,000 lines are borne", async () => {
    await using story = await tellStory((at) => {
      const patterns = Array.from({ length: 50_000 }, (_, n) => `/gen/generated/part-${n}.ts`);
      writeFileSync(at(".gitignore"), `${patterns.join("\n")}\nbuild-[0-9]*/\n`);
      mkdirSync(at("gen/generated"), { recursive: true });
      mkdirSync(at("build-7"));
      writeFileSync(at("gen/generated/part-49999.ts"), "ignored\n");
      writeFileSync(at("gen/generated/part-50000.ts"), "recorded\n");
      writeFileSync(at("build-7/a.ts"), "ignored\n");
    });
    // Few different lines in no order: more than the budget for counting gets to the bottom of.
    const lines = (seed: number) => {
      let state = seed;
      const draw = () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return (state >> 8) % 1000;
      };
      return Array.from({ length: 10_000 }, draw).join("\n");
    };
    writeFileSync(story.at("long.txt"), `${lines(3)}\n`);
    await story.flush();
    writeFileSync(story.at("long.txt"), `${lines(7)}\n`);
    writeFileSync(story.at("beside.txt"), "1\n");
    await story.flush();
    const paths = new Set((await story.log()).map(({ path }) => path));
    assert.deepEqual([...paths].sort(), [
      ".gitignore",
      "beside.txt",
      "gen/generated/part-50000.ts",
      "long.txt",
    ]);
    const [rewrite] = (await story.log("long.txt")) as Counted[];
    const { added = 0, removed = 0 } = rewrite ?? {};
    assert.ok(added === removed && added > 1000, JSON.stringify(rewrite));
    assert.equal(rewrite?.exact, false);
  });

  test("a large tree is recorded whole, and what lies in node_modules costs nothing", async () => {
    await using home = tempHome();
    const [files, modules] = isLongForm("UNF_TEST_FULL_TREE") ? [100_000, 50_000] : [5000, 5000];
    const grow = (count: number, top: string): number => {
      const perDirectory = 100;
      for (let n = 0; n < count; n += 1) {
        const directory = join(home.project, top, `d${Math.floor(n / perDirectory)}`);
        if (n % perDirectory === 0) mkdirSync(directory, { recursive: true });
        writeFileSync(join(directory, `f${n % perDirectory}.ts`), `export const n = ${n};\n`);
      }
      return Math.ceil(count / perDirectory);
    };
    const directories = grow(files, "src");
    grow(modules, "node_modules");
    const told = await runUnf(["watch", "--json"], { home, limitMs: 300_000 });
    const [reply] = JSON.parse(told.stdout).projects;
    assert.deepEqual(
      [reply.files_recorded, reply.files_skipped, reply.directories],
      [files, { ignored: 1 }, directories + 2],
    );
    const { daemon } = await inspectRunning(home.unfHome as AbsPath);
    assert.equal(daemon?.projects[0]?.versions, files);
  });
});
