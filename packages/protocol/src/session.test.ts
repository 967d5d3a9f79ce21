import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { protocolVersion } from "./index.ts";
import { daemonHello, line, refuseAll, serve, settle } from "./testing/hand-session.ts";

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

test("who does not say hello within 5 s is told so, closed, and soon dropped", async () => {
  const { clock, attach, server } = serve();
  const silent = attach();
  const half = attach();
  half.deliver('{"jsonrpc":"2.0","id":1,"meth');
  clock.pass(limits.socket.helloMsMax - 1);
  assert.equal(silent.state, "open");
  clock.pass(1);
  await settle();
  for (const channel of [silent, half]) {
    assert.equal(channel.messages[0]?.id, null);
    assert.equal(channel.state, "closing");
  }
  assert.equal(server.connections, 2);
  clock.pass(1000);
  assert.equal(silent.state, "ended");
  assert.equal(server.connections, 0);
});

test("a daemon that stood still reads what waits for it before it says that nothing came", async () => {
  const { clock, attach } = serve();
  const channel = attach();
  clock.pass(limits.socket.helloMsMax + 60_000);
  channel.deliver(line("hello", { protocol: protocolVersion, version: "0.1.0" }));
  await settle();
  assert.equal(channel.state, "open");
  assert.deepEqual(channel.messages[0]?.result, daemonHello);
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
    new TextEncoder().encode("x".repeat(limits.socket.longLineBytesMax + 1)),
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

test("before hello a line may be 1 MiB long, after it 24 MiB", () => {
  const chunk = new TextEncoder().encode("x".repeat(limits.socket.lineBytesMax + 1));
  const { attach, greeted } = serve();
  const stranger = attach();
  stranger.deliverBytes(chunk);
  assert.equal(stranger.state, "closing");
  const client = greeted();
  client.deliverBytes(chunk);
  assert.equal(client.state, "open");
});

test("a long request is carried out alone, and the next is read when it is answered", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { greeted } = serve({
    checkpoint: async () => {
      await promise;
      return { id: 1, created: true };
    },
    reload: () => ({}),
  });
  const channel = greeted();
  const payload_b64 = Buffer.alloc(limits.socket.lineBytesMax).toString("base64");
  const params = { root: "/p", label: null, message: null, payload_b64, pinned: false };
  channel.deliver(line("checkpoint", params, 1) + line("reload", {}, 2));
  await settle();
  assert.deepEqual(channel.messages, []);
  assert.equal(channel.isPaused, true);
  resolve();
  await settle();
  assert.deepEqual(
    channel.messages.map(({ id }) => id),
    [1, 2],
  );
  assert.equal(channel.isPaused, false);
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
