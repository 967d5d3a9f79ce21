import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath } from "@unf/core";
import { connectSocket, listenSocket, runDirectory, socketPlace } from "@unf/system";

// What another user of the machine may try. The tests are root and have a stranger do it.

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
  socket.on("close", () => process.stdout.write("heard: " + got));`;

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
    assert.match(await runAsStranger(greet, place.path), /heard: EACCES/);
    // Somebody opened it up, or handed the directory on.
    for (const path of [home.path, runDirectory(home.path)]) fs.chmodSync(path, 0o711);
    fs.chmodSync(place.path, 0o666);
    const heard = await runAsStranger(greet, place.path);
    assert.doesNotMatch(heard, /welcome/);
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
