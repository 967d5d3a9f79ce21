import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type AbsPath, systemCode, type WallMs } from "@unf/core/base";
import {
  heartbeatPath,
  hookLogPath,
  intentPath,
  lastWordsPath,
  logsDirectory,
  objectsDirectory,
  projectsDirectory,
  runDirectory,
  spoolDirectory,
} from "@unf/core/home";
import { emptyIntent } from "@unf/core/intent";
import {
  connectSocket,
  listenSocket,
  listSpool,
  nameSpooled,
  openHome,
  readSpooled,
  setSpooledAside,
  socketPlace,
  takeDropped,
  touch,
  writeHookLog,
  writeIntent,
  writeLastWords,
  writeSpooled,
} from "@unf/system";

// Another user of the machine attacks. The tests are root and have a stranger do it.

/** Nobody, by custom. */
const stranger = 65_534;

const asStranger = {
  skip:
    process.platform === "linux" && process.getuid?.() === 0
      ? false
      : "becoming another user takes root on Linux",
};

/** A private directory of ours in a place that everybody may enter. */
function tempDirectory(): Disposable & { readonly path: AbsPath } {
  const path = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-two-"))) as AbsPath;
  return { path, [Symbol.dispose]: () => fs.rmSync(path, { recursive: true, force: true }) };
}

/** Runs a script as the stranger: what it printed. */
async function runAsStranger(script: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, ["-e", script, ...words], {
    uid: stranger,
    gid: stranger,
    cwd: "/",
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  assert.equal(code, 0, text);
  return text;
}

/** Connects, greets, and says what came back until the other side ended it. */
const greet = `
  const socket = require("node:net").connect(process.argv[1]);
  let got = "";
  socket.on("connect", () => socket.write('{"jsonrpc":"2.0","id":1,"method":"hello"}\\n'));
  socket.on("data", (chunk) => { got += chunk; });
  socket.on("error", ({ code }) => { got += code; });
  socket.on("close", () => process.stdout.write("received: " + got));`;

test(
  "whoever reaches the socket although it is another user is cut off, and heard by nobody",
  asStranger,
  async () => {
    using home = tempDirectory();
    fs.mkdirSync(runDirectory(home.path), { mode: 0o700 });
    const place = socketPlace(home.path);
    const [strangers, greeted]: [number[], string[]] = [[], []];
    using _listener = await listenSocket(place, {
      accept: (channel) => {
        greeted.push("accepted");
        channel.send("welcome");
        channel.close();
      },
      onError: (cause) => assert.fail(String(cause)),
      onStranger: (uid) => strangers.push(uid),
    });
    assert.match(await runAsStranger(greet, place.path), /received: EACCES/);
    // Somebody opened it up, or handed the directory on.
    for (const path of [home.path, runDirectory(home.path)]) fs.chmodSync(path, 0o711);
    fs.chmodSync(place.path, 0o666);
    const received = await runAsStranger(greet, place.path);
    assert.doesNotMatch(received, /welcome/);
    assert.deepEqual(greeted, []);
    assert.deepEqual(strangers, [stranger]);
    fs.chmodSync(runDirectory(home.path), 0o700);
    const channel = await connectSocket(place, { timeoutMs: 5000 });
    const bytes = await new Promise<string>((resolve) => {
      let text = "";
      channel.open({ bytes: (chunk) => (text += Buffer.from(chunk)), closed: () => resolve(text) });
    });
    assert.equal(bytes, "welcome");
  },
);

test("a room of the home that another user made, or may write to, is refused", asStranger, () => {
  using place = tempDirectory();
  const home = join(place.path, "h") as AbsPath;
  openHome(home, { create: true });
  for (const room of [objectsDirectory, projectsDirectory, runDirectory, logsDirectory]) {
    const directory = room(home);
    fs.chmodSync(directory, 0o770);
    assert.throws(() => openHome(home, { create: true }), /accessible to others/, directory);
    fs.chmodSync(directory, 0o700);
    fs.chownSync(directory, stranger, stranger);
    assert.throws(() => openHome(home, { create: true }), /belongs to another user/, directory);
    fs.chownSync(directory, 0, 0);
    fs.renameSync(directory, `${directory}.real`);
    fs.symlinkSync(`${directory}.real`, directory);
    assert.throws(() => openHome(home, { create: true }), /symbolic link/, directory);
    fs.rmSync(directory);
    fs.renameSync(`${directory}.real`, directory);
  }
  // Those are made when they are needed; one that is only readable by others was once made so.
  for (const place of ["packs", "trash", "rescue", "spool", "lost+found"]) {
    const directory = join(home, place);
    fs.mkdirSync(directory);
    fs.chmodSync(directory, 0o755);
    openHome(home, { create: true });
    fs.chmodSync(directory, 0o777);
    assert.throws(() => openHome(home, { create: true }), /accessible to others/, place);
    fs.chownSync(directory, stranger, stranger);
    assert.throws(() => openHome(home, { create: true }), /belongs to another user/, place);
    fs.rmdirSync(directory);
    fs.symlinkSync("objects", directory);
    assert.throws(() => openHome(home, { create: true }), /symbolic link/, place);
    fs.rmSync(directory);
  }
  fs.mkdirSync(spoolDirectory(home), { mode: 0o777 });
  fs.chmodSync(spoolDirectory(home), 0o777);
  assert.throws(() => writeSpooled(home, nameSpooled(1 as WallMs), "x"), /accessible to others/);
});

const onPosix = { skip: process.platform === "win32" ? "Windows has no such files" : false };

test("no link in the home leads what unf writes to another file", onPosix, () => {
  using place = tempDirectory();
  const home = join(place.path, "h") as AbsPath;
  openHome(home, { create: true });
  const victim = join(place.path, "victim");
  fs.writeFileSync(victim, "precious", { mode: 0o644 });
  fs.utimesSync(victim, 1, 1);
  const before = fs.statSync(victim);
  fs.mkdirSync(spoolDirectory(home), { mode: 0o700 });
  const now = 1_700_000_000_000 as WallMs;
  const attempts: readonly (readonly [string, () => void])[] = [
    [intentPath(home), () => writeIntent(home, emptyIntent)],
    [lastWordsPath(home), () => writeLastWords(home, { cause: "stop" })],
    [heartbeatPath(home), () => touch(heartbeatPath(home), 5)],
    [hookLogPath(home), () => writeHookLog(home, now, { msg: "x" })],
    [join(spoolDirectory(home), "dropped"), () => takeDropped(home)],
  ];
  for (const [path, write] of attempts) {
    fs.rmSync(path, { force: true });
    fs.symlinkSync(victim, path);
    try {
      write();
    } catch (thrown) {
      // A link, or a file that makes no sense where one was looked for.
      assert.match(systemCode(thrown) ?? "", /^(ELOOP|store_damaged)$/, path);
    }
    const after = fs.statSync(victim);
    assert.equal(fs.readFileSync(victim, "utf8"), "precious", path);
    assert.deepEqual([after.mtimeMs, after.mode], [before.mtimeMs, before.mode], path);
  }
});

test("pipes and sockets in the spool are set aside, and hold nobody up", onPosix, async () => {
  using place = tempDirectory();
  const home = join(place.path, "h") as AbsPath;
  openHome(home, { create: true });
  const spool = spoolDirectory(home);
  fs.mkdirSync(spool, { mode: 0o700 });
  const made = spawn("mkfifo", [join(spool, nameSpooled(1 as WallMs)), hookLogPath(home)]);
  assert.deepEqual(await once(made, "close"), [0, null]);
  for (const name of listSpool(home)) {
    assert.equal(readSpooled(home, name), undefined);
    setSpooledAside(home, name);
  }
  assert.deepEqual(listSpool(home), []);
  fs.utimesSync(hookLogPath(home), 1, 1);
  assert.throws(() => writeHookLog(home, 1_700_000_000_000 as WallMs, { msg: "x" }), {
    code: "ENXIO",
  });
});
