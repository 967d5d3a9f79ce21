import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type AbsPath, type RelPath, systemCode } from "@unf/core/base";
import { openFileSystem } from "@unf/system";

// Others write at the same moment, or the disk takes only part.

const files = openFileSystem();
const onUnix = { skip: process.platform === "win32" ? "needs a Unix file system" : false };
const systemModule = new URL("../../packages/system/src/index.ts", import.meta.url).href;

function tempDirectory(): { readonly at: (name: string) => AbsPath } & Disposable {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-race-")));
  return {
    at: (name) => join(root, name) as AbsPath,
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs `body` again and again in another process until disposed. */
async function rival(directory: string, body: string): Promise<ChildProcess & AsyncDisposable> {
  const code = `const fs = require("node:fs"); process.chdir(${JSON.stringify(directory)});
    for (let i = 0; ; i += 1) { ${body} if (i === 0) fs.writeSync(1, "up"); }`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  });
}

test(
  "a file swapped for a link, a FIFO and a directory is never followed, waited for or mixed up",
  onUnix,
  async () => {
    using temp = tempDirectory();
    fs.writeFileSync(temp.at("secret"), "secret");
    fs.mkdirSync(temp.at("tree"));
    execFileSync("mkfifo", [temp.at("tree/fifo")]);
    await using _rival = await rival(
      temp.at("tree"),
      `const make = [
         () => fs.writeFileSync("new", "mine"), () => fs.symlinkSync("../secret", "new"),
         () => fs.linkSync("fifo", "new"), () => fs.writeFileSync("new", "mine"),
       ][i % 4];
       make(); fs.renameSync("new", "target");`,
    );
    const seen = new Map<string, number>();
    for (let tries = 0; tries < 4000; tries += 1) {
      const read = files.read(temp.at("tree/target"), 1000);
      seen.set(read.kind, (seen.get(read.kind) ?? 0) + 1);
      if (!("bytes" in read)) continue;
      const content = Buffer.from(read.bytes).toString();
      assert.equal(content, read.stat.kind === "link" ? "../secret" : "mine");
    }
    assert.ok((seen.get("content") ?? 0) > 0, `read at least once: ${[...seen]}`);
  },
);

test("a file that keeps growing ends in an answer with at most the limit", onUnix, async () => {
  using temp = tempDirectory();
  await using _rival = await rival(
    temp.at(""),
    'fs.appendFileSync("grows", "x".repeat(100)); if (i % 500 === 0) fs.truncateSync("grows");',
  );
  const kinds = new Set<string>();
  for (let tries = 0; tries < 3000; tries += 1) {
    const read = files.read(temp.at("grows"), 20_000);
    kinds.add(read.kind);
    if ("bytes" in read) {
      assert.ok(read.bytes.length <= 20_000);
      assert.ok(read.bytes.every((byte) => byte === 0x78));
    }
  }
  for (const kind of kinds) assert.ok(["content", "unstable", "too_large"].includes(kind), kind);
});

test("a directory that loses entries while it is listed is still a directory", onUnix, async () => {
  using temp = tempDirectory();
  await using _rival = await rival(
    temp.at(""),
    'fs.mkdirSync("d", { recursive: true }); fs.writeFileSync("d/" + (i % 50), ""); fs.rmSync("d/" + ((i + 25) % 50), { force: true });',
  );
  for (let tries = 0; tries < 1000; tries += 1) assert.ok(files.list(temp.at("d")));
});

/** Does the work of each try in a directory: one file is made and renamed, another made and removed. */
function work(place: AbsPath, name: string): true {
  const at = (entry: string) => join(place, entry) as AbsPath;
  const options = { mode: 0o600, sync: false };
  files.writeNew(at(`${name}.new`), Buffer.from("mine"), options);
  files.rename(at(`${name}.new`), at(name));
  files.remove(at("theirs"));
  return true;
}

/**
 * Works in a directory that is swapped all the time for a link to another one, until so many tries
 * succeeded or something arrived in the other one.
 */
async function attack(enough: number, enter: (root: AbsPath, name: string) => true | undefined) {
  using temp = tempDirectory();
  fs.mkdirSync(temp.at("tree/dir"), { recursive: true });
  fs.mkdirSync(temp.at("outside"));
  fs.writeFileSync(temp.at("outside/theirs"), "");
  fs.symlinkSync("../outside", temp.at("tree/link"));
  await using _rival = await rival(
    temp.at("tree"),
    `fs.renameSync("dir", "away"); fs.renameSync("link", "dir");
     fs.renameSync("dir", "link"); fs.renameSync("away", "dir");
     for (let look = 0; look < 10; look += 1) fs.lstatSync("dir");`,
  );
  let entered = 0;
  let missed = 0;
  const outside = () => fs.readdirSync(temp.at("outside")).join();
  while (entered < enough && missed < 10 * enough && outside() === "theirs") {
    if (enter(temp.at("tree"), `f${entered + missed}`)) entered += 1;
    else missed += 1;
  }
  return { entered, outside: outside() };
}

test("a directory swapped for a link all the time never leads 3,000 writes outside", {
  skip: process.platform === "linux" ? false : "elsewhere a tree is best effort",
}, async (context) => {
  const byTree = await attack(3000, (root, name) => {
    using tree = files.openTree(root);
    return tree.within("dir" as RelPath, (place) => work(place, name));
  });
  assert.equal(byTree.outside, "theirs");
  // Trees are there to be replaced.
  const byPath = await attack(3000, (root, name) => {
    const directory = join(root, "dir") as AbsPath;
    try {
      if (fs.realpathSync(directory) === directory) return work(directory, name);
    } catch (thrown) {
      assert.ok(systemCode(thrown), String(thrown));
    }
    return undefined;
  });
  if (byTree.entered < 3000)
    context.skip(`too busy: only ${byTree.entered} writes found a directory`);
  if (byPath.outside === "theirs") context.skip("too quiet: nor did a plain path lead outside");
});

test("a directory swapped for a link as soon as it was made: what that leads to keeps its mode", {
  skip: onUnix.skip,
}, () => {
  using temp = tempDirectory();
  fs.mkdirSync(temp.at("outside"));
  fs.chmodSync(temp.at("outside"), 0o750);
  const code = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const real = fs.mkdirSync;
    fs.mkdirSync = (...args) => { real(...args); fs.rmdirSync("made"); fs.symlinkSync("outside", "made"); };
    syncBuiltinESMExports();
    const { openFileSystem } = await import(${JSON.stringify(systemModule)});
    try { openFileSystem().makeDirectory("${temp.at("made")}", 0o777); } catch ({ code }) { console.log(code); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: temp.at(""),
    encoding: "utf8",
  });
  assert.match(stdout, /^(ELOOP|ENOTDIR)\n$/, stderr);
  assert.equal(fs.statSync(temp.at("outside")).mode & 0o777, 0o750);
});

/** Something that happens at exactly one moment of a read: before the file is opened, or before its bytes are read. */
interface Moment {
  readonly claim: string;
  readonly before: "openSync" | "readSync";
  readonly happens: string;
  /** At the first so many tries. */
  readonly times: number;
  readonly answer: string;
}

const moments: readonly Moment[] = [
  {
    claim: "a file that becomes a link before it is opened is read as that link",
    before: "openSync",
    happens: 'fs.rmSync("target"); fs.symlinkSync("secret", "target");',
    times: 1,
    answer: "content link secret",
  },
  {
    claim: "a file that becomes a FIFO before it is opened is not waited for",
    before: "openSync",
    happens: 'fs.rmSync("target"); fs.linkSync("fifo", "target");',
    times: 1,
    answer: "not_regular",
  },
  {
    claim: "a file that becomes a directory before it is opened is none",
    before: "openSync",
    happens: 'fs.rmSync("target"); fs.mkdirSync("target");',
    times: 1,
    answer: "not_regular",
  },
  {
    claim: "a file that is gone before it is opened is gone",
    before: "openSync",
    happens: 'fs.rmSync("target");',
    times: 1,
    answer: "gone",
  },
  {
    claim: "a file that is replaced before it is opened is read as the new one",
    before: "openSync",
    happens: 'fs.writeFileSync("new", "newer"); fs.renameSync("new", "target");',
    times: 1,
    answer: "content file newer",
  },
  {
    claim: "a file that is replaced at every look is not read",
    before: "openSync",
    happens: 'fs.writeFileSync("new", "newer"); fs.renameSync("new", "target");',
    times: 9,
    answer: "not_regular",
  },
  {
    claim: "a file that changes while it is read is read again",
    before: "readSync",
    happens: 'fs.writeFileSync("target", "chg " + i);',
    times: 3,
    answer: "content file chg 3",
  },
  {
    claim: "a file that changes at every reading is unstable, with a stat it no longer has",
    before: "readSync",
    happens: 'fs.writeFileSync("target", "chg " + i);',
    times: 9,
    answer: "unstable file chg 4, stat outdated",
  },
  {
    claim: "a file that outgrows the limit while it is read is too large",
    before: "readSync",
    happens:
      'if (i < 4) fs.writeFileSync("target", "chg " + i); else fs.appendFileSync("target", "x".repeat(100_000));',
    times: 9,
    answer: "too_large",
  },
];

for (const { claim, before, happens, times, answer } of moments) {
  test(claim, onUnix, () => {
    using temp = tempDirectory();
    // In a process of its own: a wrong answer may be to wait for ever.
    const code = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const { openFileSystem } = await import(${JSON.stringify(systemModule)});
      const real = fs.${before};
      let i = 0;
      const patched = (...args) => {
        fs.${before} = real;
        if (i < ${times}) { i += 1; ${happens} }
        fs.${before} = patched;
        const result = real(...args);
        if ("${before}" === "openSync" && fs.fstatSync(result).ino === fs.statSync("secret").ino)
          console.log("the secret was opened");
        return result;
      };
      fs.${before} = patched;
      syncBuiltinESMExports();
      const files = openFileSystem();
      const read = files.read("${temp.at("target")}", 1000);
      const now = files.lstat("${temp.at("target")}");
      let answer = read.kind;
      if ("bytes" in read) answer += " " + read.stat.kind + " " + Buffer.from(read.bytes);
      if (read.kind === "unstable" && now.ctimeNs !== read.stat.ctimeNs) answer += ", stat outdated";
      console.log(answer);`;
    fs.writeFileSync(temp.at("target"), "first");
    fs.writeFileSync(temp.at("secret"), "what is in the secret");
    execFileSync("mkfifo", [temp.at("fifo")]);
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: temp.at(""),
      encoding: "utf8",
      timeout: 120_000,
    });
    assert.equal(stdout.trim(), answer, stderr);
  });
}

test("a disk that takes part of the bytes makes writeNew fail, and nothing is left", {
  skip: process.platform === "linux" ? false : "needs sh's ulimit -f",
}, () => {
  using temp = tempDirectory();
  // The limit stands for the full disk: the call that crosses it is cut short, the next one fails.
  const code = `import { openFileSystem, atomicReplace } from ${JSON.stringify(systemModule)};
      const files = openFileSystem();
      for (const write of [
        () => files.writeNew("new", new Uint8Array(200_000), { mode: 0o600, sync: false }),
        () => files.copyNew("large", "copy"),
        () => atomicReplace("old", new Uint8Array(200_000), 0o600),
      ]) {
        try { write(); console.log("no error"); } catch (thrown) { console.log(thrown.code); }
      }`;
  fs.writeFileSync(temp.at("large"), Buffer.alloc(200_000));
  fs.writeFileSync(temp.at("old"), "old");
  const script = `trap '' XFSZ; ulimit -f 100; exec "$0" --input-type=module -e "$1"`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, code], {
    cwd: temp.at(""),
    encoding: "utf8",
  });
  assert.equal(stdout, "EFBIG\nEFBIG\nEFBIG\n", stderr);
  assert.deepEqual(fs.readdirSync(temp.at("")).sort(), ["large", "old"]);
  assert.equal(fs.readFileSync(temp.at("old"), "utf8"), "old");
});

test("what is read below a root is never outside it, whatever directory on the way is swapped for a link", {
  skip: process.platform === "linux" ? false : "descriptors are not named here",
}, async () => {
  using temp = tempDirectory();
  for (const name of ["secret", "tree/d/e", "kept"])
    fs.mkdirSync(temp.at(name), { recursive: true });
  fs.mkdirSync(temp.at("secret/e"));
  fs.writeFileSync(temp.at("secret/e/f"), "secret");
  fs.symlinkSync("secret", temp.at("secret/e/link"));
  fs.writeFileSync(temp.at("tree/d/e/f"), "mine");
  fs.symlinkSync("mine", temp.at("tree/d/e/link"));
  await using _rival = await rival(
    temp.at("tree"),
    `fs.renameSync("d", "../kept/d"); fs.symlinkSync("../secret", "d");
       fs.unlinkSync("d"); fs.renameSync("../kept/d", "d");`,
  );
  const seen = new Set<string>();
  for (let tries = 0; tries < 6000; tries += 1) {
    for (const name of ["f", "link"]) {
      const path = temp.at(`tree/d/e/${name}`);
      const read = files.read(path, 1000, temp.at("tree"));
      seen.add("bytes" in read ? Buffer.from(read.bytes).toString() : read.kind);
    }
  }
  assert.ok(seen.has("mine"), [...seen].join());
  assert.ok(!seen.has("secret"), [...seen].join());
});
