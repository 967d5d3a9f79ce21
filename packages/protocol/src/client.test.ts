import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";
import { type Client, connect, type Handlers, protocolVersion } from "./index.ts";
import { daemonHello, HandChannel, HandClock, serve, settle } from "./testing/hand-session.ts";

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

test("a daemon that does not know an order is named as of another version, with the way out", async () => {
  const { near, clock } = pair({});
  using client = await join(near, clock);
  const rest = { within: [], include: [], exclude: [], plan: null, argv: [] };
  const unknown = { root: "/p", target: { instants: [1] }, ...rest } as never;
  await assert.rejects(client.call("restore", unknown), {
    code: "refused",
    message: /is of another version and does not take this \(params\./,
    hint: "unf restart",
  });
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

test("a command that stood still reads the reply that waits for it before it says that none came", async () => {
  let finish: (() => void) | undefined;
  const { near, clock } = pair({
    reload: () =>
      new Promise((resolve) => {
        finish = () => resolve({});
      }),
  });
  using client = await join(near, clock);
  const call = client.call("reload", {}, { timeoutMs: 500 });
  let turn = (): void => undefined;
  // Messages that have come are read in the turn that an alarm leaves to others.
  clock.breathe = () => new Promise((resolve) => (turn = resolve));
  clock.pass(60_000);
  finish?.();
  await settle();
  turn();
  await call;
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
