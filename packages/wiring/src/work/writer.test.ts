import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type AbsPath, version } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { type Handlers, ProtocolServer, protocolVersion } from "@unf/protocol";
import { listenSocket, openHome, socketPlace, systemClock, takeLock } from "@unf/system";
import { connectDaemon } from "../running/running.ts";
import { openWriter } from "./writer.ts";

const absent = { code: "daemon_unavailable" };

/** Answers as a daemon does that has come so far. */
function answer(home: AbsPath) {
  const server = new ProtocolServer({
    clock: systemClock,
    // Nothing is asked of it.
    handlers: {} as Handlers,
    hello: () => {
      const { pid } = process;
      return { protocol: protocolVersion, version, pid, home, started_at: "2026-11-20T13:32:07Z" };
    },
    onBug: (thrown) => assert.fail(String(thrown)),
  });
  return listenSocket(socketPlace(home), {
    accept: (channel) => server.accept(channel),
    onError: (cause) => assert.fail(String(cause)),
    onStranger: (uid) => assert.fail(`stranger ${uid}`),
  });
}

test("a daemon that is starting is waited for until it answers; nobody, and a command in its place, are not", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-writer-"));
  const home = join(directory, "home") as AbsPath;
  try {
    openHome(home, { create: true });
    await assert.rejects(openWriter(home, "never"), absent, "nobody");
    {
      const taken = takeLock(daemonLockPath(home), { version, command: "restore" });
      assert.ok(taken.kind === "taken");
      using _lock = taken.lock;
      await assert.rejects(openWriter(home, "never"), absent, "a command");
    }
    const taken = takeLock(daemonLockPath(home), { version });
    assert.ok(taken.kind === "taken");
    using _lock = taken.lock;
    const opening = openWriter(home, "never");
    // Begun later than its own first try, which was refused as this one is.
    await assert.rejects(connectDaemon(home), absent);
    using _listener = await answer(home);
    await using writer = await opening;
    assert.equal(writer.kind, "daemon");
  } finally {
    rmSync(directory, { recursive: true });
  }
});
