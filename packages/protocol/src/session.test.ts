import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clock, limits, type MonoMs, UnfError, type WallMs } from "@unf/core";
import {
  type Channel,
  type ChannelEvents,
  type Client,
  connect,
  type Handlers,
  type HelloReply,
  ProtocolServer,
  protocolVersion,
} from "./index.ts";

// Server and client over channels held in memory and a clock that is moved by hand.

class HandClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  wall(): WallMs {
    return this.#now as WallMs;
  }

  mono(): MonoMs {
    return this.#now as MonoMs;
  }

  alarm(at: MonoMs, ring: () => void): Disposable {
    const alarm = { at, ring };
    this.#alarms.add(alarm);
    return { [Symbol.dispose]: () => this.#alarms.delete(alarm) };
  }

  async breathe(): Promise<void> {}

  pass(ms: number): void {
    this.#now += ms;
    for (const alarm of [...this.#alarms].filter(({ at }) => at <= this.#now)) {
      this.#alarms.delete(alarm);
      alarm.ring();
    }
  }
}

/** One end of a connection in memory; `others` is what the other end sent. */
class HandChannel implements Channel {
  backlog = 0;
  isPaused = false;
  state: "open" | "closing" | "ended" = "open";
  readonly sent: string[] = [];
  #events: ChannelEvents | undefined;
  /** The other end; without one, what is sent is only kept. */
  peer: HandChannel | undefined;

  open(events: ChannelEvents): void {
    this.#events = events;
  }

  send(text: string): void {
    if (this.state !== "open") return;
    this.sent.push(text);
    this.peer?.deliver(text);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(): void {
    if (this.state !== "ended") this.state = "closing";
    if (this.peer !== undefined) this.drop();
  }

  drop(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.#events?.closed();
    this.peer?.drop();
  }

  deliver(text: string): void {
    this.deliverBytes(new TextEncoder().encode(text));
  }

  deliverBytes(chunk: Uint8Array): void {
    this.#events?.bytes(chunk);
  }

  /** Everything sent so far, parsed. */
  get messages(): readonly Message[] {
    return this.sent.flatMap((text) => text.trimEnd().split("\n")).map((line) => JSON.parse(line));
  }
}

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
  readonly method?: string;
  readonly params?: unknown;
}

const daemonHello: HelloReply = {
  protocol: protocolVersion,
  version: "0.1.0",
  pid: 42,
  home: "/home/a/.unfudged",
  started_at: "2026-11-20T12:00:00.000Z",
};

function refuseAll(): never {
  throw new UnfError("failed", "not in this test");
}

const noHandlers: Handlers = {
  ping: refuseAll,
  status: refuseAll,
  flush: refuseAll,
  watch: refuseAll,
  unwatch: refuseAll,
  restore: refuseAll,
  repair: refuseAll,
  reload: refuseAll,
  stop: refuseAll,
  restart: refuseAll,
  subscribe: refuseAll,
};

function serve(handlers: Partial<Handlers> = {}) {
  const clock = new HandClock();
  const bugs: unknown[] = [];
  const server = new ProtocolServer({
    clock,
    handlers: { ...noHandlers, ...handlers },
    hello: () => daemonHello,
    onBug: (thrown, method) => bugs.push({ thrown, method }),
  });
  const attach = () => {
    const channel = new HandChannel();
    server.accept(channel);
    return channel;
  };
  const greeted = () => {
    const channel = attach();
    channel.deliver(line("hello", { protocol: protocolVersion, version: "0.1.0" }, 0));
    channel.sent.length = 0;
    return channel;
  };
  return { clock, server, bugs, attach, greeted };
}

function line(method: string, params: unknown = {}, id: unknown = 1): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

/** Lets everything that is ready to go on go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test("hello is answered by the protocol itself, requests by their handlers", async () => {
  const { attach } = serve({ unwatch: async ({ root }) => ({ root, bytes: 7 }) });
  const channel = attach();
  channel.deliver(line("hello", { protocol: protocolVersion, version: "0.1.0" }));
  channel.deliver(line("unwatch", { root: "/p" }, "second"));
  await settle();
  assert.deepEqual(channel.messages, [
    { jsonrpc: "2.0", id: 1, result: daemonHello },
    { jsonrpc: "2.0", id: "second", result: { root: "/p", bytes: 7 } },
  ]);
});

test("nothing is carried out before hello: it is refused and the connection closed", async () => {
  let pings = 0;
  const { attach } = serve({
    ping: () => {
      pings += 1;
      return refuseAll();
    },
  });
  const channel = attach();
  channel.deliver(line("ping") + line("ping"));
  await settle();
  assert.equal(pings, 0);
  assert.equal(channel.messages.length, 1);
  assert.deepEqual(channel.messages[0]?.error?.data, { code: "refused" });
  assert.equal(channel.state, "closing");
});

test("another protocol version is refused with the way out, and closed", () => {
  const { attach } = serve();
  const channel = attach();
  channel.deliver(line("hello", { protocol: protocolVersion + 1, version: "9.0.0" }));
  assert.deepEqual(channel.messages[0]?.error?.data, { code: "refused", hint: "unf restart" });
  assert.equal(channel.state, "closing");
});

test("who does not say hello within 5 s is told so, closed, and soon dropped", () => {
  const { clock, attach, server } = serve();
  const silent = attach();
  const half = attach();
  half.deliver('{"jsonrpc":"2.0","id":1,"meth');
  clock.pass(limits.socket.helloMsMax - 1);
  assert.equal(silent.state, "open");
  clock.pass(1);
  for (const channel of [silent, half]) {
    assert.equal(channel.messages[0]?.id, null);
    assert.equal(channel.state, "closing");
  }
  assert.equal(server.connections, 2);
  clock.pass(1000);
  assert.equal(silent.state, "ended");
  assert.equal(server.connections, 0);
});

test("who has said hello may be silent for as long as it likes", () => {
  const { clock, greeted } = serve();
  const channel = greeted();
  clock.pass(3_600_000);
  assert.equal(channel.state, "open");
});

test("one connection too many is told so and closed, and does not count", () => {
  const { attach, server } = serve();
  const channels = Array.from({ length: limits.socket.connectionsMax }, attach);
  const tooMany = attach();
  assert.equal(tooMany.state, "closing");
  assert.match(tooMany.messages[0]?.error?.message ?? "", /too many/);
  assert.equal(server.connections, limits.socket.connectionsMax);
  channels[0]?.drop();
  assert.equal(attach().state, "open");
});

test("at most 16 requests are under way; the others wait, unread, and none is lost", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  const { greeted } = serve({
    reload: () =>
      new Promise((resolve) => {
        open.push(() => resolve({}));
        most = Math.max(most, open.length);
      }),
  });
  const channel = greeted();
  channel.deliver(Array.from({ length: 100 }, (_, id) => line("reload", {}, id)).join(""));
  assert.equal(channel.isPaused, true);
  while (open.length > 0) {
    open.shift()?.();
    await settle();
  }
  assert.equal(most, 16);
  assert.equal(channel.isPaused, false);
  assert.deepEqual(
    channel.messages.map(({ id }) => id),
    Array.from({ length: 100 }, (_, id) => id),
  );
});

test("an error we foresaw keeps code, message and hint; a bug keeps its words to itself", async () => {
  const { greeted, bugs } = serve({
    flush: () => {
      throw new UnfError("not_watched", "/p is not watched", { hint: "unf watch /p" });
    },
    status: async () => {
      throw new TypeError("secret.ts:12 is undefined");
    },
  });
  const channel = greeted();
  channel.deliver(line("flush", {}, 1) + line("status", {}, 2));
  await settle();
  const [foreseen, bug] = channel.messages;
  assert.deepEqual(foreseen?.error, {
    code: -32000,
    message: "/p is not watched",
    data: { code: "not_watched", hint: "unf watch /p" },
  });
  assert.equal(bug?.error?.code, -32603);
  assert.ok(!JSON.stringify(bug).includes("secret"));
  assert.equal(bugs.length, 1);
  assert.equal(channel.state, "open");
});

test("what is no JSON, no UTF-8 or too long is answered once and the connection closed", () => {
  const bad: readonly Uint8Array[] = [
    new TextEncoder().encode("garbage\n"),
    Uint8Array.of(0xff, 0xfe, 0x0a),
    new TextEncoder().encode("x".repeat(limits.socket.lineBytesMax + 1)),
  ];
  for (const chunk of bad) {
    const { greeted, server } = serve();
    const channel = greeted();
    channel.deliverBytes(chunk);
    channel.deliver(line("ping"));
    assert.equal(channel.messages.length, 1);
    assert.equal(channel.messages[0]?.error?.code, -32700);
    assert.equal(channel.state, "closing");
    channel.drop();
    assert.equal(server.connections, 0);
  }
});

test("a request that is wrong in itself does not cost the connection", async () => {
  const { greeted } = serve({ reload: () => ({}) });
  const channel = greeted();
  channel.deliver(`${line("nonsense")}[]\n\n \r\n${line("unwatch", { root: 1 })}${line("reload")}`);
  await settle();
  assert.deepEqual(
    channel.messages.map(({ error }) => error?.code),
    [-32601, -32600, -32602, undefined],
  );
  assert.equal(channel.state, "open");
});

test("a client that does not read is dropped once 4 MiB wait for it", async () => {
  const { greeted } = serve({ reload: () => ({}) });
  const channel = greeted();
  channel.backlog = limits.socket.unreadBytesMax;
  channel.deliver(line("reload"));
  await settle();
  assert.equal(channel.messages.length, 1);
  channel.backlog += 1;
  channel.deliver(line("reload"));
  await settle();
  assert.equal(channel.messages.length, 1);
  assert.equal(channel.state, "ended");
});

test("a reply to a client that has gone is thrown away without a word", async () => {
  let finish: (() => void) | undefined;
  const { greeted, bugs } = serve({
    reload: () =>
      new Promise((resolve) => {
        finish = () => resolve({});
      }),
  });
  const channel = greeted();
  channel.deliver(line("reload"));
  channel.drop();
  finish?.();
  await settle();
  assert.deepEqual([channel.messages, bugs], [[], []]);
});

test("a subscriber gets notifications until it goes, and the handler learns when it has", async () => {
  const subscribers = new Set<{ notify: () => void }>();
  const { greeted } = serve({
    subscribe: (_, { connection }) => {
      const subscriber = {
        notify: () =>
          connection.notify("snapshot", {
            root: "/p",
            id: 1,
            path: "a",
            event: "create",
            settled: false,
            at: "2026-11-20T12:00:00.000Z",
            bytes: 1,
          }),
      };
      subscribers.add(subscriber);
      connection.onEnded(() => subscribers.delete(subscriber));
      return {};
    },
  });
  const channel = greeted();
  channel.deliver(line("subscribe"));
  await settle();
  for (const subscriber of subscribers) subscriber.notify();
  assert.equal(channel.messages[1]?.method, "snapshot");
  channel.drop();
  assert.equal(subscribers.size, 0);
});

test("closing the server closes every connection", () => {
  const { greeted, server } = serve();
  const channels = [greeted(), greeted()];
  server.close();
  assert.deepEqual(
    channels.map(({ state }) => state),
    ["closing", "closing"],
  );
});

// The client

function pair(handlers: Partial<Handlers> = {}) {
  const served = serve(handlers);
  const near = new HandChannel();
  const far = new HandChannel();
  near.peer = far;
  far.peer = near;
  served.server.accept(far);
  return { ...served, near, far };
}

function join(near: HandChannel, clock: Clock): Promise<Client> {
  return connect(near, { clock, version: "0.1.0", timeoutMs: 3000 });
}

test("a client learns who the daemon is and gets replies typed by method", async () => {
  const { near, clock } = pair({ unwatch: ({ root }) => ({ root, bytes: 9 }) });
  using client = await join(near, clock);
  assert.deepEqual(client.daemon, daemonHello);
  const reply = await client.call("unwatch", { root: "/p" });
  assert.equal(reply.bytes, 9);
});

test("replies find their calls, in whatever order they come", async () => {
  const finish = new Map<string, () => void>();
  const { near, clock } = pair({
    unwatch: ({ root }) =>
      new Promise((resolve) => {
        finish.set(root, () => resolve({ root, bytes: 0 }));
      }),
  });
  using client = await join(near, clock);
  const calls = ["/a", "/b", "/c"].map((root) => client.call("unwatch", { root }));
  for (const root of ["/c", "/a", "/b"]) finish.get(root)?.();
  const replies = await Promise.all(calls);
  assert.deepEqual(
    replies.map(({ root }) => root),
    ["/a", "/b", "/c"],
  );
});

test("progress reaches the call it belongs to", async () => {
  const { near, clock } = pair({
    flush: ({ root }, { progress }) => {
      progress({ phase: "scanning", files: root === "/a" ? 1 : 2, recorded: 0, total: null });
      return { projects: [] };
    },
  });
  using client = await join(near, clock);
  const seen: string[] = [];
  const track = (name: string) => ({
    onProgress: ({ files }: { readonly files: number }) => void seen.push(`${name} ${files}`),
  });
  await Promise.all([
    client.call("flush", { root: "/a" }, track("a")),
    client.call("flush", { root: "/b" }, track("b")),
  ]);
  assert.deepEqual(seen.sort(), ["a 1", "b 2"]);
});

test("an error of the daemon is thrown here as it was there", async () => {
  const { near, clock } = pair({
    flush: () => {
      throw new UnfError("not_watched", "/p is not watched", { hint: "unf watch /p" });
    },
    status: () => {
      throw new Error("bug");
    },
  });
  using client = await join(near, clock);
  await assert.rejects(client.call("flush", {}), (thrown: UnfError) => {
    assert.deepEqual(
      [thrown.code, thrown.message, thrown.hint],
      ["not_watched", "/p is not watched", "unf watch /p"],
    );
    return true;
  });
  await assert.rejects(client.call("status", {}), { code: "failed" });
});

test("a daemon that does not answer in time is reported, and its late reply ignored", async () => {
  let finish: (() => void) | undefined;
  const { near, clock } = pair({
    reload: () =>
      new Promise((resolve) => {
        finish = () => resolve({});
      }),
    unwatch: ({ root }) => ({ root, bytes: 0 }),
  });
  using client = await join(near, clock);
  const call = client.call("reload", {}, { timeoutMs: 500 });
  clock.pass(500);
  await assert.rejects(call, { code: "daemon_unavailable" });
  finish?.();
  await settle();
  assert.equal((await client.call("unwatch", { root: "/p" })).root, "/p");
});

test("a daemon that accepts but never says hello is reported after the time allowed", async () => {
  const clock = new HandClock();
  const near = new HandChannel();
  const joining = join(near, clock);
  clock.pass(3000);
  await assert.rejects(joining, { code: "daemon_unavailable" });
  assert.equal(near.state, "ended");
});

test("a daemon of another protocol is refused with the way out, whoever notices", async () => {
  for (const answer of [
    { result: { ...daemonHello, protocol: protocolVersion + 1 } },
    { error: { code: -32000, message: "m", data: { code: "refused", hint: "unf restart" } } },
  ]) {
    const clock = new HandClock();
    const near = new HandChannel();
    const joining = join(near, clock);
    near.deliver(`${JSON.stringify({ jsonrpc: "2.0", id: 1, ...answer })}\n`);
    await assert.rejects(joining, { code: "refused", hint: "unf restart" });
  }
});

test("something else that answers on the socket is not taken for the daemon", async () => {
  for (const answer of [
    "HTTP/1.1 400 Bad Request\r\n",
    "null\n",
    '{"jsonrpc":"2.0","id":1,"result":null}\n',
  ]) {
    const near = new HandChannel();
    const joining = join(near, new HandClock());
    near.deliver(answer);
    await assert.rejects(joining, { code: "daemon_unavailable" }, answer);
  }
});

test("why the daemon turns a connection away is what the caller is told", async () => {
  const { server, clock } = serve();
  for (let one = 0; one < limits.socket.connectionsMax; one += 1) server.accept(new HandChannel());
  const near = new HandChannel();
  const far = new HandChannel();
  near.peer = far;
  far.peer = near;
  const joining = join(near, clock);
  server.accept(far);
  await assert.rejects(joining, /too many/);
});

test("calls that wait when the connection ends fail, and so do later ones", async () => {
  const { near, far, clock } = pair({ reload: () => new Promise(() => undefined) });
  using client = await join(near, clock);
  const call = client.call("reload", {});
  far.drop();
  await assert.rejects(call, { code: "daemon_unavailable" });
  await client.ended;
  await assert.rejects(client.call("ping", {}), { code: "daemon_unavailable" });
});

test("snapshots reach the listener", async () => {
  const { near, clock } = pair({
    subscribe: (_, { connection }) => {
      queueMicrotask(() =>
        connection.notify("snapshot", {
          root: "/p",
          id: 5,
          path: "a",
          event: "modify",
          settled: true,
          at: "2026-11-20T12:00:00.000Z",
          bytes: 3,
        }),
      );
      return {};
    },
  });
  const seen: number[] = [];
  using client = await connect(near, {
    clock,
    version: "0.1.0",
    timeoutMs: 3000,
    onNotice: ({ params }) => void seen.push(params.id),
  });
  await client.call("subscribe", {});
  await settle();
  assert.deepEqual(seen, [5]);
});
