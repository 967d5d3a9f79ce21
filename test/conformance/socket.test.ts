import assert from "node:assert/strict";
import * as fs from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type AbsPath, type MonoMs, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { runDirectory } from "@unf/core/home";
import type { Clock } from "@unf/core/ports";
import {
  type Client,
  connect,
  type Handlers,
  ProtocolServer,
  protocolVersion,
} from "@unf/protocol";
import {
  connectSocket,
  listenSocket,
  type SocketListener,
  socketPlace,
  systemClock,
} from "@unf/system";
import { until } from "../kit/until.ts";

// The protocol on a real socket: what a client, however broken, can make the daemon do.

const onUnix = { skip: process.platform === "win32" ? "pipes have no files" : false };

interface Daemon extends AsyncDisposable {
  readonly home: AbsPath;
  readonly server: ProtocolServer;
  readonly bugs: readonly unknown[];
  readonly listener: SocketListener;
  /** A connection that has said nothing yet. */
  readonly raw: () => Promise<Raw>;
  readonly client: (version?: string) => Promise<Client>;
}

function tempHome(): AbsPath {
  const home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "unf-s-"))) as AbsPath;
  fs.mkdirSync(runDirectory(home), { mode: 0o700 });
  return home;
}

const pong = {
  pid: 42,
  uptime_ms: 1,
  loop_lag_ms: 0,
  projects: 0,
  commits: 0,
  last_commit_at: null,
  safe_mode: false,
  generation: null,
};

const unused = (): never => {
  throw new UnfError("failed", "not in this test");
};

/** The machine's clock, with alarms that ring after a tenth of their time. */
const hastyClock: Clock = {
  ...systemClock,
  alarm: (at, ring) => {
    const now = systemClock.mono();
    return systemClock.alarm((now + (at - now) / 10) as MonoMs, ring);
  },
};

async function startDaemon(handlers: Partial<Handlers> = {}, clock = systemClock): Promise<Daemon> {
  const home = tempHome();
  const place = socketPlace(home);
  const bugs: unknown[] = [];
  const sockets: Raw[] = [];
  const server = new ProtocolServer({
    clock,
    hello: () => ({
      protocol: protocolVersion,
      version: "0.1.0",
      pid: 42,
      home,
      started_at: "2026-11-20T12:00:00.000Z",
    }),
    handlers: {
      ping: () => pong,
      status: unused,
      flush: () => ({ projects: [] }),
      watch: unused,
      unwatch: ({ root }) => ({ root, bytes: 1 }),
      begin: unused,
      restore: unused,
      invert: unused,
      oops: unused,
      interrupt: unused,
      checkpoint: unused,
      checkpoint_delete: unused,
      checkpoint_pin: unused,
      prune_undo: unused,
      accept_rules: unused,
      prune: unused,
      agent_event: () => ({}),
      forget: unused,
      repair: unused,
      import: unused,
      collect: unused,
      reload: () => ({}),
      stop: () => ({ pid: 42 }),
      restart: unused,
      subscribe: () => ({}),
      ...handlers,
    },
    onBug: (thrown) => bugs.push(thrown),
  });
  const listener = await listenSocket(place, {
    accept: (channel) => server.accept(channel),
    onError: (cause) => bugs.push(cause),
  });
  return {
    home,
    server,
    bugs,
    listener,
    raw: async () => {
      const socket = new Raw(createConnection(place.path));
      sockets.push(socket);
      await socket.connected;
      return socket;
    },
    client: async (version = "0.1.0") => {
      const channel = await connectSocket(place, { timeoutMs: 5000 });
      return connect(channel, { clock: systemClock, version, timeoutMs: 5000 });
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.socket.destroy();
      listener[Symbol.dispose]();
      server.close();
      await until("every connection has ended", () => server.connections === 0);
      fs.rmSync(home, { recursive: true, force: true });
      assert.deepEqual(bugs, []);
    },
  };
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** A client without manners. */
class Raw {
  readonly socket: Socket;
  readonly connected: Promise<void>;
  isClosed = false;
  #text = "";

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString();
    });
    socket.once("close", () => {
      this.isClosed = true;
    });
    this.connected = new Promise((resolve) => socket.once("connect", () => resolve()));
  }

  send(data: string | Uint8Array): void {
    this.socket.write(data);
  }

  hello(): void {
    this.send(line("hello", { protocol: protocolVersion, version: "0.1.0" }, "hello"));
  }

  get answers(): readonly Answer[] {
    return this.#text
      .split("\n")
      .slice(0, -1)
      .map((text) => JSON.parse(text));
  }

  async answered(count: number): Promise<readonly Answer[]> {
    await until(`${count} answers, not ${this.answers.length}`, () => this.answers.length >= count);
    return this.answers;
  }

  closed(): Promise<unknown> {
    return until("the daemon has closed the connection", () => this.isClosed);
  }
}

function line(method: string, params: unknown = {}, id: unknown = 1): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

/** The daemon still serves others as if nothing had been. */
async function assertAlive(daemon: Daemon): Promise<void> {
  using client = await daemon.client();
  assert.deepEqual(await client.call("ping", {}, { timeoutMs: 5000 }), pong);
}

test("a client and the daemon talk over a real socket", async () => {
  await using daemon = await startDaemon();
  using client = await daemon.client();
  assert.equal(client.daemon.home, daemon.home);
  assert.deepEqual(await client.call("unwatch", { root: "/p" }), { root: "/p", bytes: 1 });
});

test("a payload of 16 MiB goes over a real socket whole, and others are answered meanwhile", async () => {
  const payload = Buffer.alloc(limits.checkpoint.payloadBytesMax, "0123456789");
  let received = "";
  await using daemon = await startDaemon({
    checkpoint: ({ payload_b64 }) => {
      received = payload_b64 ?? "";
      return { id: 1, created: true };
    },
  });
  using client = await daemon.client();
  const params = { root: "/p", label: null, message: null, pinned: false };
  const set = client.call("checkpoint", { ...params, payload_b64: payload.toString("base64") });
  await assertAlive(daemon);
  assert.deepEqual(await set, { id: 1, created: true });
  assert.ok(Buffer.from(received, "base64").equals(payload));
  assert.deepEqual(await client.call("unwatch", { root: "/p" }), { root: "/p", bytes: 1 });
});

/** Input before anything else → code of the one answer, after which the connection closes. */
const rude: readonly (readonly [string, string | Uint8Array, number])[] = [
  ["garbage", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", -32700],
  ["binary", Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 256), -32700],
  ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0x22, 0x0a), -32700],
  ["a byte order mark", `\uFEFF${line("ping")}`, -32700],
  ["NUL", "\0\n", -32700],
  ["a line over 1 MiB", "x".repeat(limits.socket.lineBytesMax + 1), -32700],
  [
    "a valid request over 1 MiB",
    line("ping", { x: "x".repeat(limits.socket.lineBytesMax) }),
    -32700,
  ],
  ["a request before hello", line("ping"), -32000],
  ["a list", "[]\n", -32600],
  ["null", "null\n", -32600],
  ["a number out of range", "1e400\n", -32600],
  ["a million brackets", `${"[".repeat(524_288)}${"]".repeat(524_287)}\n`, -32700],
  ["half a million lists in one another", `${"[".repeat(500_000)}${"]".repeat(500_000)}\n`, -32600],
  ["another protocol", line("hello", { protocol: 99, version: "9.0.0" }), -32000],
  ["hello without a version", line("hello", { protocol: 1 }), -32602],
];

for (const [name, sent, code] of rude) {
  test(`${name} is answered with ${code} and the connection closed; others notice nothing`, async () => {
    await using daemon = await startDaemon();
    const socket = await daemon.raw();
    socket.send(sent);
    await socket.closed();
    assert.deepEqual(
      socket.answers.map(({ error }) => error?.code),
      [code],
    );
    await assertAlive(daemon);
  });
}

/** Input after hello → codes of the answers; `undefined` is a success. */
const clumsy: readonly (readonly [string, string, readonly (number | undefined)[]])[] = [
  ["empty lines", `\n\r\n  \n${line("ping")}`, [undefined]],
  ["lines that end in CR LF", line("ping").replace("\n", "\r\n"), [undefined]],
  ["two requests in one packet", line("ping") + line("reload"), [undefined, undefined]],
  ["an unknown method", line("format_disk"), [-32601]],
  ["a method of the prototype", line("__proto__") + line("constructor"), [-32601, -32601]],
  ["wrong parameters", line("unwatch", { root: 5 }) + line("ping"), [-32602, undefined]],
  ["no id", '{"jsonrpc":"2.0","method":"ping"}\n', [-32600]],
  ["an id that is an object", line("ping", {}, {}), [-32600]],
  ["a batch", `[${line("ping").trim()}]\n`, [-32600]],
  [
    "__proto__ as parameter",
    '{"jsonrpc":"2.0","id":1,"method":"flush","params":{"__proto__":{"root":5}}}\n',
    [undefined],
  ],
];

for (const [name, sent, codes] of clumsy) {
  test(`${name} after hello: ${codes.map((code) => code ?? "a result").join(", ")}, and the connection stays`, async () => {
    await using daemon = await startDaemon();
    const socket = await daemon.raw();
    socket.hello();
    socket.send(sent);
    const answers = await socket.answered(codes.length + 1);
    assert.deepEqual(
      answers.slice(1).map(({ error }) => error?.code),
      codes,
    );
    socket.send(line("ping", {}, "again"));
    const more = await socket.answered(codes.length + 2);
    assert.equal(more.at(-1)?.id, "again");
  });
}

test("a request that comes byte by byte is one request", async () => {
  await using daemon = await startDaemon();
  const socket = await daemon.raw();
  const hello = line("hello", { protocol: protocolVersion, version: "§" }, "é");
  for (const byte of Buffer.from(hello)) {
    socket.send(Uint8Array.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await socket.answered(1))[0]?.id, "é");
});

test("half a line, then the end: nothing is carried out and nothing is left", async () => {
  let reloads = 0;
  await using daemon = await startDaemon({
    reload: () => {
      reloads += 1;
      return {};
    },
  });
  const socket = await daemon.raw();
  socket.hello();
  socket.send(line("reload").slice(0, -1));
  await socket.answered(1);
  socket.socket.end();
  await until("the connection is gone", () => daemon.server.connections === 0);
  assert.equal(reloads, 0);
});

test("a thousand requests sent at once are all answered, in order", async () => {
  await using daemon = await startDaemon();
  const socket = await daemon.raw();
  socket.hello();
  socket.send(Array.from({ length: 1000 }, (_, id) => line("ping", {}, id)).join(""));
  const answers = await socket.answered(1001);
  assert.deepEqual(
    answers.slice(1).map(({ id }) => id),
    Array.from({ length: 1000 }, (_, id) => id),
  );
});

test("a client that never reads is dropped, and costs 4 MiB and what the kernel holds", async () => {
  const large = "x".repeat(100_000);
  await using daemon = await startDaemon({ unwatch: () => ({ root: large, bytes: 1 }) });
  const socket = await daemon.raw();
  socket.hello();
  await socket.answered(1);
  socket.socket.pause();
  for (let id = 0; id < 1000; id += 1) socket.send(line("unwatch", { root: "/p" }, id));
  await until("the connection is gone", () => daemon.server.connections === 0);
  await assertAlive(daemon);
});

test("two hundred silent connections keep nobody out once their time is over", async () => {
  await using daemon = await startDaemon({}, hastyClock);
  const sockets: Raw[] = [];
  for (let one = 0; one < 200; one += 1) sockets.push(await daemon.raw());
  const turnedAway = () => sockets.filter(({ isClosed }) => isClosed).length;
  await until(
    "those too many are closed",
    () => turnedAway() >= 200 - limits.socket.connectionsMax,
  );
  assert.ok(daemon.server.connections <= limits.socket.connectionsMax);
  await until("the others are closed, too", () => turnedAway() === 200);
  // A client may see its end before the daemon has counted it.
  await until("none is counted", () => daemon.server.connections === 0);
  await assertAlive(daemon);
});

test("a client gone in the middle of a request does not end the daemon", async () => {
  let started = 0;
  let finish: (() => void) | undefined;
  await using daemon = await startDaemon({
    reload: () =>
      new Promise((resolve) => {
        started += 1;
        finish = () => resolve({});
      }),
  });
  const socket = await daemon.raw();
  socket.hello();
  socket.send(line("reload"));
  await until("the request has begun", () => started === 1);
  socket.socket.destroy();
  await until("the connection is gone", () => daemon.server.connections === 0);
  finish?.();
  await assertAlive(daemon);
});

test("a request while the daemon ends fails with daemon_unavailable, it does not hang", async () => {
  await using daemon = await startDaemon({ reload: () => new Promise(() => undefined) });
  using client = await daemon.client();
  const call = client.call("reload", {});
  await until("it is connected", () => daemon.server.connections === 1);
  daemon.server.close();
  await assert.rejects(call, { code: "daemon_unavailable" });
});

test("without a daemon the client says so at once", async () => {
  const home = tempHome();
  try {
    const place = socketPlace(home);
    const isAway = { code: "daemon_unavailable", message: "the daemon is not running" };
    await assert.rejects(connectSocket(place, { timeoutMs: 5000 }), isAway);
  } finally {
    fs.rmSync(home, { recursive: true });
  }
});

test(
  "a socket whose process was killed is replaced, and says meanwhile that nobody is there",
  onUnix,
  async () => {
    const home = tempHome();
    const place = socketPlace(home);
    try {
      await leaveSocketBehind(place.path);
      const isAway = { code: "daemon_unavailable", message: "the daemon is not running" };
      await assert.rejects(connectSocket(place, { timeoutMs: 5000 }), isAway);
      using listener = await listenSocket(place, { accept: unused, onError: unused });
      assert.equal(listener.stillThere(), true);
    } finally {
      fs.rmSync(home, { recursive: true });
    }
  },
);

test(
  "a file, a directory or a link in the socket's place is refused and left alone",
  onUnix,
  async () => {
    const home = tempHome();
    const place = socketPlace(home);
    const listen = () => listenSocket(place, { accept: unused, onError: unused });
    try {
      fs.writeFileSync(place.path, "mine");
      await assert.rejects(listen(), { code: "refused" });
      assert.equal(fs.readFileSync(place.path, "utf8"), "mine");
      fs.rmSync(place.path);
      fs.mkdirSync(place.path);
      await assert.rejects(listen(), { code: "refused" });
      fs.rmdirSync(place.path);
      fs.symlinkSync("elsewhere", place.path);
      await assert.rejects(listen(), { code: "refused" });
      assert.equal(fs.readlinkSync(place.path), "elsewhere");
    } finally {
      fs.rmSync(home, { recursive: true });
    }
  },
);

test("a directory that others can enter, or a link to one, is refused", onUnix, async () => {
  const home = tempHome();
  const place = socketPlace(home);
  const listen = () => listenSocket(place, { accept: unused, onError: unused });
  try {
    for (const mode of [0o755, 0o710, 0o701, 0o777]) {
      fs.chmodSync(runDirectory(home), mode);
      await assert.rejects(listen(), /accessible to others/);
    }
    fs.rmdirSync(runDirectory(home));
    fs.mkdirSync(join(home, "real"), { mode: 0o700 });
    fs.symlinkSync("real", runDirectory(home));
    await assert.rejects(listen(), /symbolic link/);
  } finally {
    fs.rmSync(home, { recursive: true });
  }
});

test("the socket is for this user only, whatever the umask", onUnix, async () => {
  const before = process.umask(0);
  try {
    await using daemon = await startDaemon();
    const { mode } = fs.statSync(socketPlace(daemon.home).path);
    assert.equal(mode & 0o777, 0o600);
    assert.equal(process.umask(), 0);
  } finally {
    process.umask(before);
  }
});

test(
  "the listener notices that its socket was removed, and leaves no file when it ends",
  onUnix,
  async () => {
    const daemon = await startDaemon();
    const { path } = socketPlace(daemon.home);
    assert.equal(daemon.listener.stillThere(), true);
    fs.renameSync(path, `${path}.away`);
    assert.equal(daemon.listener.stillThere(), false);
    fs.renameSync(`${path}.away`, path);
    daemon.listener[Symbol.dispose]();
    await until("the file is gone", () => !fs.existsSync(path));
    await daemon[Symbol.asyncDispose]();
  },
);

test("a listener that ends leaves the socket of one that took its place", onUnix, async () => {
  const home = tempHome();
  const place = socketPlace(home);
  try {
    const first = await listenSocket(place, { accept: unused, onError: unused });
    fs.rmSync(place.path);
    using second = await listenSocket(place, { accept: (c) => c.drop(), onError: unused });
    assert.equal(first.stillThere(), false);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    assert.equal(second.stillThere(), true);
    assert.deepEqual(fs.readdirSync(runDirectory(home)), ["daemon.sock"]);
    (await connectSocket(place, { timeoutMs: 5000 })).drop();
  } finally {
    fs.rmSync(home, { recursive: true });
  }
});

test("a home whose path is too long for a socket has it where all have it", {
  skip: process.platform === "linux" ? false : "reached through its directory on Linux",
}, async () => {
  const root = tempHome();
  const home = join(root, "x".repeat(120), "y".repeat(120)) as AbsPath;
  fs.mkdirSync(runDirectory(home), { recursive: true, mode: 0o700 });
  const place = socketPlace(home);
  try {
    assert.equal(place.path, join(runDirectory(home), "daemon.sock"));
    const listener = await listenSocket(place, { accept: (c) => c.drop(), onError: unused });
    assert.equal(fs.statSync(place.path).isSocket(), true);
    assert.equal(listener.stillThere(), true);
    (await connectSocket(place, { timeoutMs: 5000 })).drop();
    listener[Symbol.dispose]();
    assert.deepEqual(fs.readdirSync(runDirectory(home)), []);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});

test("nobody is taken for the daemon whose socket another user can have made", onUnix, async () => {
  await using daemon = await startDaemon();
  const place = socketPlace(daemon.home);
  const reach = () => connectSocket(place, { timeoutMs: 5000 });
  const refused = { code: "daemon_unavailable" };
  (await reach()).drop();
  const directory = place.directory ?? "";
  fs.chmodSync(directory, 0o777);
  await assert.rejects(reach(), refused);
  fs.chmodSync(directory, 0o700);
  if (process.getuid?.() === 0) {
    for (const path of [directory, place.path]) {
      fs.chownSync(path, 65_534, 65_534);
      await assert.rejects(reach(), refused, path);
      fs.chownSync(path, 0, 0);
    }
  }
  fs.renameSync(directory, `${directory}.real`);
  fs.symlinkSync(`${directory}.real`, directory);
  await assert.rejects(reach(), refused);
  fs.rmSync(directory);
  fs.renameSync(`${directory}.real`, directory);
  (await reach()).drop();
});

/** Leaves what a killed process leaves: the file of a socket that nobody listens on. */
async function leaveSocketBehind(path: string): Promise<void> {
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  fs.linkSync(path, `${path}.kept`);
  await new Promise((resolve) => server.close(resolve));
  fs.renameSync(`${path}.kept`, path);
  await pause(0);
}
