import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { request, sendRaw } from "../../../test/kit/raw-request.ts";
import { until } from "../../../test/kit/until.ts";
import type { UiHost } from "./base/host.ts";
import type { UiLimits } from "./base/limits.ts";
import { askRunning } from "./join/ask-running.ts";
import { serveUi } from "./serve.ts";
import { fakeHost } from "./testing/fake-host.ts";

/** A server on a port of its own, and a browser that has opened it. */
async function openPage(more: Partial<UiHost> = {}, limits: Partial<UiLimits> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "unf-ui-"));
  const page = join(directory, "page");
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<!doctype html><title>unf</title>");
  writeFileSync(join(page, "assets/a.js"), "export {};");
  writeFileSync(join(directory, "secret.txt"), "secret");
  const host = fakeHost(more);
  const server = await serveUi(host, { port: 0, page, limits });
  const { port } = server;
  const send = (line: string, headers?: Readonly<Record<string, string | undefined>>, body = "") =>
    sendRaw(port, request(line, port, headers, body));
  const opened = new URL(server.drawAddress());
  const first = await send(`GET ${opened.pathname}${opened.search}`);
  const { cookie } = first;
  return {
    ...{ host, server, port, send, first, cookie, opened, directory, page },
    get: (path: string, headers = {}) => send(`GET ${path}`, { cookie, ...headers }),
    post: (path: string, body: string, headers = {}) =>
      send(
        `POST ${path}`,
        { cookie, "x-unf-ui": "1", "content-type": "application/json", ...headers },
        body,
      ),
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

test("the server is idle when no page has asked for long; a stranger is none", async () => {
  let now = 0;
  const rings: (() => void)[] = [];
  const every = (_: number, ring: () => void) => {
    rings.push(ring);
    return { [Symbol.dispose]: () => undefined };
  };
  await using page = await openPage({ now: () => now, every }, { idleMs: 100 });
  let isIdle = false;
  void page.server.idle.then(() => {
    isIdle = true;
  });
  const look = async () => {
    for (const ring of rings) ring();
    await new Promise((resolve) => setImmediate(resolve));
    return isIdle;
  };
  now = 90;
  assert.equal((await page.get("/")).status, 200);
  now = 150;
  assert.equal(await look(), false);
  assert.equal((await page.send("GET /")).status, 401);
  now = 190;
  assert.equal(await look(), true);
});

test("a server that rests gives memory back, once until it is asked again", async () => {
  const rings = new Map<number, () => void>();
  let given = 0;
  await using page = await openPage(
    {
      every: (ms, ring) => {
        rings.set(ms, ring);
        return { [Symbol.dispose]: () => void rings.delete(ms) };
      },
      giveBackMemory: async () => {
        given += 1;
      },
    },
    { restLookMs: 7 },
  );
  const look = () => rings.get(7)?.();
  await page.get("/");
  for (let time = 0; time < 5; time += 1) look();
  assert.equal(given, 1);
  await page.get("/");
  look();
  assert.equal(given, 1);
  look();
  assert.equal(given, 2);
  await page.server.close();
  assert.deepEqual(rings.size, 0);
});

test("an address opens the page once, and becomes a cookie that no script and no site gets", async () => {
  await using page = await openPage();
  assert.equal(page.first.status, 303);
  assert.match(
    page.first.head,
    /^set-cookie: unf_ui_\d+=\S+; httponly; samesite=strict; path=\/\r$/m,
  );
  assert.match(page.first.head, /^location: \/\r$/m, "the token leaves the address");
  const again = `/${page.opened.search}`;
  assert.equal(
    (await page.send(`GET ${again}`)).status,
    401,
    "whoever finds it later gets nothing",
  );
  assert.equal((await page.get(again)).status, 303, "its own browser may reload it");
  assert.match((await page.get("/")).body, /<title>unf/);
  assert.equal((await page.send("GET /")).status, 401);
  assert.equal((await page.send("GET /api/self")).status, 401);
});

test("an address that another user has seen opens nothing for that user, and stays good", async () => {
  let isOther = true;
  const seen: number[] = [];
  await using page = await openPage({
    isOfAnotherUser: async ({ server, client }) => {
      seen.push(server, client);
      return isOther;
    },
  });
  assert.equal(page.first.status, 403);
  assert.doesNotMatch(page.first.head, /set-cookie/);
  assert.equal(seen[0], page.port);
  assert.ok((seen[1] ?? 0) > 0);
  isOther = false;
  assert.equal((await page.send(`GET /${page.opened.search}`)).status, 303);
});

test("another run that knows the key gets an address; nobody else does, and none of an agent's", async () => {
  let readOnly: string | undefined;
  await using page = await openPage({ whyReadOnly: async () => readOnly });
  const { port } = page;
  const { key } = page.server;
  const address = await askRunning({ port, key });
  const { pathname, search } = new URL(address ?? "");
  assert.equal((await page.send(`GET ${pathname}${search}`)).status, 303);
  assert.equal(await askRunning({ port, key: "another" }), undefined);
  readOnly = "an agent";
  assert.equal(await askRunning({ port, key }), undefined);
  await page.server.close();
  assert.equal(await askRunning({ port, key }), undefined, "gone");
});

test("a program that has taken the port of a server that is gone leads nobody anywhere", async () => {
  const said: string[] = [];
  const other = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => said.push(text));
    request.on("end", () => response.end('{"address":"http://evil.example/","proof":"x"}'));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  assert.equal(await askRunning({ port, key: "the secret key" }), undefined);
  assert.doesNotMatch(said.join(""), /the secret key/);
  await new Promise((resolve) => other.close(resolve));
});

test("the cookie of another run, half a cookie and two of them open nothing", async () => {
  await using page = await openPage();
  await using other = await openPage({ randomKey: () => "another" });
  const name = `unf_ui_${page.port}`;
  const forged = [
    other.cookie,
    `${name}=another`,
    page.cookie.slice(0, -1),
    `${page.cookie}; ${name}=x`,
    `${name}=`,
    `x${page.cookie}`,
  ];
  for (const cookie of forged) assert.equal((await page.get("/", { cookie })).status, 401, cookie);
  assert.equal((await page.get("/", { cookie: `a=b; ${page.cookie}` })).status, 200);
});

test("a request under another name or from another site is refused, whatever cookie it brings", async () => {
  await using page = await openPage();
  const { port } = page;
  const attacks: readonly Readonly<Record<string, string | undefined>>[] = [
    { host: `evil.example:${port}` },
    { host: "127.0.0.1" },
    { host: `127.0.0.1:${port + 1}` },
    { host: `127.0.0.1.evil.example:${port}` },
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: `http://localhost:${port}` },
    { origin: `https://127.0.0.1:${port}` },
    { "sec-fetch-site": "cross-site" },
    // Another server of this machine, whose page the browser sends the cookie along for.
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of attacks) {
    const { status, body } = await page.get("/api/self", headers);
    assert.equal(status, 403, JSON.stringify(headers));
    assert.deepEqual(JSON.parse(body).error.code, "refused");
    assert.equal((await page.post("/api/ask/log", "{}", headers)).status, 403);
  }
  assert.equal((await page.get("/api/self", { host: undefined })).status, 400);
  const own = { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" };
  assert.equal((await page.get("/api/self", own)).status, 200);
  assert.equal((await page.get("/", { "sec-fetch-site": "none" })).status, 200);
  assert.equal((await page.get("/", { host: `localhost:${port}` })).status, 200);
});

test("nothing that a form can send changes anything", async () => {
  await using page = await openPage();
  const forms: readonly Readonly<Record<string, string | undefined>>[] = [
    { "x-unf-ui": undefined },
    { "x-unf-ui": "0" },
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": undefined },
  ];
  for (const headers of forms) {
    const { status } = await page.post("/api/apply", "{}", headers);
    assert.ok(status === 403 || status === 415, JSON.stringify(headers));
  }
  for (const method of ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
    assert.equal((await page.send(`${method} /`, { cookie: page.cookie })).status, 405, method);
});

test("every answer forbids foreign content, frames, guesses about its type and keeping it", async () => {
  await using page = await openPage();
  for (const { head } of [
    page.first,
    await page.get("/"),
    await page.get("/nowhere"),
    await page.get("/api/self"),
    await page.send("GET /"),
  ]) {
    assert.match(
      head,
      /^content-security-policy: default-src 'self';.* frame-ancestors 'none'\r$/m,
    );
    assert.match(head, /^x-content-type-options: nosniff\r$/m);
    assert.match(head, /^referrer-policy: no-referrer\r$/m);
    assert.match(head, /^cache-control: no-store\r$/m);
    assert.doesNotMatch(head, /access-control/);
  }
});

test("only the files of the page can be asked for, whatever an address looks like", async () => {
  await using page = await openPage();
  assert.match((await page.get("/assets/a.js")).head, /^content-type: text\/javascript/m);
  for (const path of [
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "//etc/passwd",
    "/assets",
    "/assets/",
    "/assets/a.js%00",
    "/constructor",
    "/link",
  ])
    assert.equal((await page.get(path)).status, 404, path);
  assert.equal((await page.get("http://127.0.0.1/")).status, 400);
});

test("a link in the directory of the page leads nowhere", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-ui-"));
  writeFileSync(join(directory, "secret.txt"), "secret");
  mkdirSync(join(directory, "page"));
  symlinkSync("../secret.txt", join(directory, "page/link.txt"));
  const server = await serveUi(fakeHost(), { port: 0, page: join(directory, "page") });
  try {
    const { pathname, search } = new URL(server.drawAddress());
    const { cookie } = await sendRaw(server.port, request(`GET ${pathname}${search}`, server.port));
    const get = (path: string) =>
      sendRaw(server.port, request(`GET ${path}`, server.port, { cookie }));
    assert.equal((await get("/link.txt")).status, 404);
    assert.match((await get("/")).body, /built without/);
  } finally {
    await server.close();
    rmSync(directory, { recursive: true });
  }
});

test("a question is checked before anybody is asked, and an answer is as --json prints it", async () => {
  const asked: unknown[] = [];
  await using page = await openPage({
    answer: (async (...args: unknown[]) => {
      asked.push(args);
      return { kind: "answered", value: { entries: ["</script>\u202e"] } };
    }) as UiHost["answer"],
  });
  const ask = (name: string, q: string) => page.get(`/api/ask/${name}?q=${encodeURIComponent(q)}`);
  for (const [q, status] of [
    ["{", 400],
    ["[]", 400],
    ["null", 400],
    ['{"limit":0}', 400],
    ['{"limit":1e9}', 400],
    ['{"paths":"src"}', 400],
    ['{"__proto__":{"isGlobal":true}}', 400],
    ['{"project":"../x"}', 400],
    ['{"project":["/a"]}', 400],
    ['{"colour":"red"}', 400],
    ['{"paths":[""]}', 400],
    ['{"paths":[{"path_b64":"YQ=="}]}', 400],
    ['{"paths":[{"root":"a","path_b64":"YQ=="}]}', 400],
    ['{"paths":[{"root":"/a","path_b64":"a"}]}', 400],
  ] as const)
    assert.equal((await ask("log", q)).status, status, q);
  for (const name of ["constructor", "__proto__", "nothing", "LOG"])
    assert.equal((await ask(name, "{}")).status, 404, name);
  assert.deepEqual(asked, []);
  // The path of the second is not UTF-8.
  const paths = '["a.ts",{"root":"/home/a/shop","path_b64":"Yf8="}]';
  const asking = `{"project":"/home/a/shop","limit":3,"paths":${paths}}`;
  const { status, head, body } = await ask("log", asking);
  assert.equal(status, 200);
  assert.match(head, /^content-type: application\/json/m);
  const document = JSON.parse(body);
  assert.equal(document.schema, "unf.log/1");
  assert.equal(document.generated_at, "2027-01-15T08:00:00.000Z");
  assert.deepEqual(document.entries, ["</script>\u202e"]);
  const [[name, project, question]] = asked as unknown as [
    [string, string, Record<string, unknown>],
  ];
  assert.deepEqual([name, project], ["log", "/home/a/shop"]);
  assert.equal(question.limit, 3);
  assert.deepEqual(question.paths, ["a.ts", "/home/a/shop/a\udcff"]);
  assert.ok("cursor" in question && question.cursor === undefined, "what is left out is there");
});

test("a question that nobody waits for any more is told so; one that is answered was waited for", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  let isDone = false;
  await using page = await openPage({
    answer: (async (_name: string, _project: string, _asked: object, signal: AbortSignal) => {
      signals.push(signal);
      if (!isDone) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { kind: "failed", code: "interrupted", message: "no", hint: undefined };
    }) as unknown as UiHost["answer"],
  });
  const asked = request("GET /api/ask/log", page.port, { cookie: page.cookie });
  const socket = connect({ host: "127.0.0.1", port: page.port });
  socket.write(asked);
  await until("it is asked", () => signals.length === 1);
  assert.equal(signals[0]?.aborted, false);
  socket.destroy();
  await until("it is told", () => signals[0]?.aborted === true);
  isDone = true;
  assert.equal((await page.get("/api/ask/log")).status, 500);
});

test("an order is shown first, carried out once as it was shown, and by nobody who may only look", async () => {
  const done: unknown[] = [];
  let now = 0;
  let conflict = false;
  let readOnly: string | undefined;
  await using page = await openPage({
    now: () => now,
    whyReadOnly: async () => readOnly,
    plan: (async () => ({
      kind: "answered",
      value: { plan: "pl-1", n: 2 },
    })) as unknown as UiHost["plan"],
    carryOut: (async (...args: unknown[]) => {
      done.push(args);
      return conflict
        ? { kind: "failed", code: "conflict", message: "changed", hint: undefined }
        : { kind: "answered", value: { operation: "op-1" } };
    }) as unknown as UiHost["carryOut"],
  });
  const post = async (path: string, value: object) => {
    const { status, body } = await page.post(path, JSON.stringify(value));
    return { status, value: JSON.parse(body) };
  };
  const order = { project: "/home/a/shop", turn: "t-7" };
  const shown = await post("/api/plan/oops", order);
  assert.deepEqual([shown.status, shown.value.n], [200, 2]);
  const { plan } = shown.value;
  assert.notEqual(plan, "pl-1", "an id of the engine is the same for whoever plans the same");
  assert.deepEqual(done, [], "nothing happens before it is asked for");
  assert.equal((await post("/api/apply", { plan, yes: true })).status, 400);
  assert.deepEqual((await post("/api/apply", { plan })).value, { operation: "op-1" });
  const asked = { kind: "turns", turns: [7], paths: [] };
  assert.deepEqual(done, [["oops", "/home/a/shop", asked, "pl-1"]]);
  const again = await post("/api/apply", { plan });
  assert.deepEqual([again.status, again.value.error.code], [409, "plan_stale"]);

  const late = (await post("/api/plan/oops", order)).value.plan;
  now += 10 * 60_000 + 1;
  assert.equal((await post("/api/apply", { plan: late })).status, 409);
  conflict = true;
  const stale = (await post("/api/plan/undo", { project: "/home/a/shop" })).value.plan;
  assert.equal((await post("/api/apply", { plan: stale })).value.error.code, "plan_stale");
  assert.equal(done.length, 2);

  for (const [path, body, status] of [
    ["/api/plan/oops", { ...order, turn: "7; rm" }, 400],
    ["/api/plan/oops", { turn: "t-7" }, 400],
    ["/api/plan/restore", { project: "/a", overwrite: "yes" }, 400],
    ["/api/plan/restore", { project: "/a", paths: Array(20_000).fill("/a/f") }, 200],
    ["/api/plan/restore", { project: "/a", paths: Array(20_001).fill("/a/f") }, 400],
    ["/api/plan/forget", { project: "/a" }, 404],
    ["/api/plan/constructor", { project: "/a" }, 404],
    ["/api/apply", { plan: "guessed" }, 409],
    ["/api/stop", {}, 404],
  ] as const)
    assert.equal(
      (await post(path, body)).status,
      status,
      `${path} ${JSON.stringify(body).slice(0, 200)}`,
    );
  assert.equal((await page.post("/api/apply", "{")).status, 400);
  assert.equal((await page.post("/api/apply", `"${"x".repeat(9 << 20)}"`)).status, 413);

  conflict = false;
  const kept = (await post("/api/plan/oops", order)).value.plan;
  readOnly = "an agent asks for it";
  assert.equal((await post("/api/plan/oops", order)).status, 403);
  assert.equal((await post("/api/apply", { plan: kept })).status, 403);
  assert.equal(JSON.parse((await page.get("/api/self")).body).read_only, true);
  assert.equal(done.length, 2);
});

test("a failure has its code, its hint and a status, and one that nobody foresaw says nothing", async () => {
  const failed = { kind: "failed", code: "not_watched", message: "no", hint: "unf watch" } as const;
  await using page = await openPage({ answer: async () => failed });
  const { status, body } = await page.get("/api/ask/log");
  assert.equal(status, 404);
  assert.deepEqual(JSON.parse(body), {
    error: { code: "not_watched", message: "no", hint: "unf watch" },
  });
  await using broken = await openPage({
    answer: async () => {
      throw new Error("a bug at /home/a/secret");
    },
  });
  const bug = await broken.get("/api/ask/log");
  assert.equal(bug.status, 500);
  assert.doesNotMatch(bug.body, /secret/);
  assert.match(broken.host.said.join(), /a bug at/);
});

test("what is too long, too slow or cut off is ended, and the next one is answered", async () => {
  const bounds = { headMs: 60, requestMs: 120, checkMs: 20, bodyBytes: 1000, headBytes: 4096 };
  await using page = await openPage({}, bounds);
  const { port, cookie } = page;
  assert.equal((await page.get(`/?${"x".repeat(8192)}`)).status, 431);
  assert.equal((await sendRaw(port, "GET / HTTP/1.1\r\nhost: ")).status, 408, "slow headers");
  assert.equal((await sendRaw(port, "\u0016\u0003\u0001 no http\r\n\r\n")).status, 400);
  const slow = { "content-length": "100", "x-unf-ui": "1", "content-type": "application/json" };
  const body = await sendRaw(port, request("POST /api/apply", port, { cookie, ...slow }, "{"));
  assert.ok([0, 400, 404, 405, 408].includes(body.status), `a slow body: ${body.status}`);
  assert.equal((await page.get("/")).status, 200);
});

test("pages that listen leave room for questions, however many they are", async () => {
  await using page = await openPage({}, { streams: 3, connections: 5 });
  const { port, cookie } = page;
  const listen = async () => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("error", () => undefined).setEncoding("utf8");
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.write(request("GET /api/live", port, { cookie, connection: undefined }));
    await until("it is answered", () => heard.includes("\r\n\r\n"));
    return { socket, status: Number(heard.split(" ", 2)[1]) };
  };
  const all = [await listen(), await listen(), await listen(), await listen()];
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 503],
  );
  all[3]?.socket.destroy();
  assert.equal((await page.get("/")).status, 200);
  all[0]?.socket.destroy();
  const anew = await until("one has gone", async () => {
    const one = await listen();
    if (one.status === 200) return one;
    one.socket.destroy();
    return undefined;
  });
  for (const { socket } of [...all, anew]) socket.destroy();
});
