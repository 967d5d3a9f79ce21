import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { openPastWorld } from "../conformance/past-world.ts";
import { runUnf, until } from "../kit/index.ts";
import { request, sendRaw } from "../kit/raw-request.ts";
import { startAsPerson } from "./person.ts";

const onlyUnix = { skip: process.platform === "win32" ? "there are no signals" : false };

/** A project with one file, and `unf ui` of a person who may change everything. */
async function openAttacked(via: readonly string[] = []) {
  const at = (Date.now() - 3_600_000) as WallMs;
  const world = openPastWorld([{ at, path: "a.txt", text: "kept\n" }], (words, home) =>
    runUnf(words, { home }),
  );
  const { home } = world;
  const run = await startAsPerson(home, ["ui", "--no-open"], { via });
  const address = new URL(await until("it serves", () => /http:\S+/.exec(run.said())?.[0]));
  const port = Number(address.port);
  const send = (line: string, headers: Headers = {}, body = "") =>
    sendRaw(port, request(line, port, headers, body));
  return { world, home, run, address, port, send };
}

type Headers = Readonly<Record<string, string | undefined>>;

/** The cookie of whoever opens the address. */
async function redeem({ address, send }: Pick<Attacked, "address" | "send">): Promise<string> {
  const { status, cookie } = await send(`GET /${address.search}`);
  assert.equal(status, 303);
  return cookie;
}

type Attacked = Awaited<ReturnType<typeof openAttacked>>;

const own = { "x-unf-ui": "1", "content-type": "application/json" };

test(
  "attacks on the running program: names, sites, cookies, methods, forms, paths, sizes, time",
  onlyUnix,
  async () => {
    const attacked = await openAttacked();
    await using world = attacked.world;
    const { home, port, send, run } = attacked;
    const cookie = await redeem(attacked);
    // Begun before all else, since it takes its time: they never say what they want.
    const slow = Array.from({ length: 40 }, () =>
      sendRaw(port, "GET /api/self HTTP/1.1\r\nhost: "),
    );

    const order = JSON.stringify({ project: home.project, label: "planted" });
    const attempts: readonly (readonly [number | readonly number[], string, Headers, string?])[] = [
      [403, "GET /api/self", { cookie, host: `evil.example:${port}` }],
      [403, "GET /api/self", { cookie, host: `127.0.0.1:${port}@evil.example` }],
      [403, "GET /api/self", { cookie, host: `[::1]:${port}` }],
      [403, "GET /api/self", { cookie, host: `0.0.0.0:${port}` }],
      [400, "GET /api/self", { cookie, host: undefined }],
      [403, "GET /api/self", { cookie, origin: "http://evil.example" }],
      [403, "GET /api/live", { cookie, "sec-fetch-site": "cross-site" }],
      [403, "GET /api/live", { cookie, "sec-fetch-site": "same-site" }],
      [401, "GET /api/self", {}],
      [401, "GET /", { accept: "text/html" }],
      [401, "GET /?t=", {}],
      [401, "GET /?t=guessed", {}],
      [401, `GET /${attacked.address.search}`, {}],
      [401, "GET /api/self", { cookie: `${cookie}x` }],
      [401, "GET /api/self", { cookie: `unf_ui_${port}=` }],
      [401, "GET /api/self", { cookie: `${cookie}; ${cookie}` }],
      [401, "GET /api/self", { authorization: `Bearer ${cookie.split("=")[1]}` }],
      [401, "POST /api/plan/checkpoint", own, order],
      [401, "POST /join", own, JSON.stringify({ nonce: "n", proof: "p" })],
      [403, "POST /join", { "content-type": "application/json" }, "{}"],
      [405, "PUT /api/apply", { cookie, ...own }, order],
      [405, "DELETE /api/ask/log", { cookie }],
      [405, "OPTIONS /api/apply", { cookie, origin: `http://127.0.0.1:${port}` }],
      [405, "TRACE /", { cookie }],
      [[0, 400], "CONNECT evil.example:443", { cookie }],
      // The most that a form of another page can send, if the cookie came along.
      [403, "POST /api/plan/checkpoint", { cookie, "content-type": "text/plain" }, order],
      [403, "POST /api/plan/checkpoint", { cookie, "content-type": "application/json" }, order],
      [415, "POST /api/plan/checkpoint", { cookie, ...own, "content-type": "text/plain" }, order],
      [415, "POST /api/apply", { cookie, ...own, "content-type": "multipart/form-data" }, order],
      [415, "POST /api/apply", { cookie, ...own, "content-type": "application/jsonp" }, order],
      [404, "GET /../../etc/passwd", { cookie }],
      [404, "GET /assets/%2e%2e/%2e%2e/unf.cjs", { cookie }],
      [404, "GET /..%5c..%5cunf.cjs", { cookie }],
      [404, "GET //etc/passwd", { cookie }],
      [404, "GET /api/ask/__proto__", { cookie }],
      [[0, 400], `GET http://evil.example/ `, { cookie }],
      [400, "GET /api/live?project=../../etc", { cookie }],
      [431, `GET /?${"x".repeat(64 << 10)}`, { cookie }],
      [413, "POST /api/apply", { cookie, ...own }, `"${"x".repeat(9 << 20)}"`],
      [400, "POST /api/apply", { cookie, ...own }, "[".repeat(100_000)],
      [400, "POST /api/plan/restore", { cookie, ...own }, '{"__proto__":{"project":"/"}}'],
      [400, "POST /api/apply", { cookie, ...own, "content-length": "2, 3" }, "{}"],
      [400, "POST /api/apply", { cookie, ...own, "transfer-encoding": "chunked" }, "{}"],
    ];
    for (const [wanted, line, headers, body] of attempts) {
      const { status, head } = await send(line, headers, body);
      const said = `${line.slice(0, 60)} ${JSON.stringify(headers)}: ${status}`;
      assert.ok([wanted].flat().includes(status), said);
      assert.doesNotMatch(head, /^(set-cookie|access-control|location)/m, said);
    }

    // Words of a request stand in no header of the answer.
    for (const end of ["%0d%0a", "\r\n", "\r", "\n"]) {
      const { head } = await send(`GET /?t=a${end}set-cookie: x=y`, { cookie });
      assert.doesNotMatch(head, /set-cookie/, JSON.stringify(end));
    }

    // Beside those who say nothing the page is answered.
    assert.equal((await send("GET /api/self", { cookie })).status, 200);
    for (const { status } of await Promise.all(slow)) assert.equal(status, 408);
    const checkpoints = await world.unf("checkpoint", "--list", "--json");
    assert.deepEqual(JSON.parse(checkpoints.stdout).checkpoints, [], "nothing was carried out");
    assert.equal(readFileSync(join(home.project, "a.txt"), "utf8"), "kept\n");
    assert.doesNotMatch(run.said(), /warning|Error/, "none of it is a fault of the program");
  },
);

test("what it writes is the owner's alone, whatever the mask", onlyUnix, async () => {
  const umask = ["/bin/sh", "-c", 'umask 0; exec "$@"', "sh"];
  const attacked = await openAttacked(umask);
  await using world = attacked.world;
  await redeem(attacked);
  const { unfHome } = world.home;
  const entries = readdirSync(unfHome, { recursive: true, encoding: "utf8" });
  assert.ok(entries.includes("run/ui.json"), entries.join());
  for (const entry of ["", ...entries])
    assert.equal(statSync(join(unfHome, entry)).mode & 0o077, 0, entry);
  const note = readFileSync(join(unfHome, "run/ui.json"), "utf8");
  assert.ok(!note.includes(attacked.address.search.slice(3)), "no address stands there");
});

/** Runs a text of JavaScript as nobody; `undefined` where that cannot be done here. */
function runAsNobody(text: string, words: readonly string[]): string | undefined {
  const user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
  const run = (code: string) =>
    spawnSync("setpriv", [...user, process.execPath, "-e", code, ...words], {
      cwd: "/",
      encoding: "utf8",
      env: {},
    });
  if (process.getuid?.() !== 0 || run("process.exit(0)").status !== 0) return undefined;
  return run(text).stdout.trim();
}

test(
  "another user of the machine gets nothing, not even by an address that was seen",
  onlyUnix,
  async (context) => {
    const attacked = await openAttacked();
    await using world = attacked.world;
    const note = join(world.home.unfHome, "run/ui.json");
    const text = `
    const [address, note] = process.argv.slice(1);
    const statusOf = (url) => fetch(url, { redirect: "manual" }).then(({ status }) => status);
    const read = () => { try { return require("fs").readFileSync(note, "utf8"); } catch ({ code }) { return code; } };
    (async () => console.log(JSON.stringify([
      await statusOf(address), await statusOf(new URL("/", address)), read(),
    ])))();`;
    const said = runAsNobody(text, [attacked.address.href, note]);
    if (said === undefined) return context.skip("there is no other user to be");
    assert.deepEqual(JSON.parse(said), [403, 401, "EACCES"]);
    await redeem(attacked);
  },
);

test(
  "half of the room for connections taken by one who says nothing leaves the other half",
  onlyUnix,
  async () => {
    const attacked = await openAttacked();
    await using _ = attacked.world;
    const cookie = await redeem(attacked);
    const sockets = Array.from({ length: 64 }, () =>
      connect({ host: "127.0.0.1", port: attacked.port }).on("error", () => undefined),
    );
    try {
      await until("they are connected", () =>
        sockets.every(({ readyState }) => readyState === "open"),
      );
      assert.equal((await attacked.send("GET /api/self", { cookie })).status, 200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
);
