import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@unf/core/config";
import fc from "fast-check";
import { renderParams } from "../messages/render-params.ts";
import { rpcCodes } from "../wire/error-codes.ts";
import { parseRequest } from "./parse-request.ts";

const request = (method: string, params?: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const restore = {
  root: "/p",
  target: { at: "2026-11-20T12:00:00.000Z" },
  within: ["src", ""],
  include: ["*.ts"],
  exclude: [],
  deletions: "keep",
  overwrite: "if-changed",
  plan: null,
  argv: ["restore", "src"],
};

const oops = { root: "/p", wish: { kind: "turns", turns: [12] }, plan: null, argv: ["oops"] };

const invert = {
  root: "/p",
  kind: "undo",
  operation: null,
  plan: null,
  argv: ["undo"],
};

const prune = {
  root: "/p",
  policy: {
    ...{ keep_all_ms: 0, hourly_ms: 5, daily_ms: null, weekly_ms: 0 },
    ...{ turns_ms: null, brings_back: true },
  },
  at: "2026-11-20T12:00:00.000Z",
  up_to: 0,
  include: [],
  exclude: [],
  max_bytes: null,
  plan: null,
  argv: ["prune"],
};
const checkpoint = { root: "/p", label: null, message: null, payload_b64: null, pinned: false };

test("every method is read with its parameters", () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const calls: readonly (readonly [method: string, params: unknown, read?: unknown])[] = [
    ["hello", { protocol: 1, version: "0.1.0" }],
    ["ping", {}],
    ["status", {}],
    ["flush", {}],
    ["flush", { root: "/p" }],
    ["flush", { root: "/p", sweep: true, unwatched: true }],
    ["begin", { root: "/p" }],
    ["watch", { root: "/p/q", options: {} }],
    [
      "watch",
      {
        root: "/",
        options: { max_file_bytes: 4096, include_ignored: ["*.log"], no_initial_scan: true },
      },
    ],
    ["unwatch", { root: "/p//ff" }],
    ["restore", restore, { ...restore, target: { at } }],
    ["restore", { ...restore, target: { id: 0 } }],
    ["interrupt", { root: "/p", plan: "pl-12345678" }],
    ["restore", { ...restore, target: { version: 12 }, plan: "pl-12345678" }],
    [
      "restore",
      {
        ...restore,
        target: { id: 1 },
        plan: "pl-1",
        hunks: [{ path: "src/a.ts", chosen: [0, 4] }],
      },
    ],
    ["restore", { ...restore, target: { id: 1 }, plan: "pl-1", brief: true }],
    ["invert", { ...invert, plan: "pl-1", brief: true }],
    ["oops", oops],
    ["oops", { ...oops, plan: "pl-1", brief: true }],
    ["invert", invert],
    ["invert", { ...invert, kind: "redo", operation: 7, plan: "pl-12345678" }],
    ["checkpoint", checkpoint],
    [
      "checkpoint",
      { ...checkpoint, label: "x".repeat(200), message: "two\nlines", payload_b64: "e30=" },
    ],
    ["checkpoint_delete", { root: "/p", id: 3 }],
    ["checkpoint_pin", { root: "/p", id: 3, pinned: true }],
    ["prune_undo", { root: "/p" }],
    ["accept_rules", { root: "/p", paths: [".gitignore", "src/.unfignore"] }],
    ["prune", prune],
    ["prune", { ...prune, policy: { ...prune.policy, operations_ms: 9, binary_versions: 1 } }],
    ["prune", { ...prune, max_bytes: 5, plan: "pl-12345678", include: ["*.log"] }],
    ["reload", {}],
    ["stop", {}],
    ["restart", {}],
    ["subscribe", { root: "/p" }],
  ];
  for (const [method, params, read = params] of calls) {
    assert.deepEqual(parseRequest(request(method, params)), {
      kind: "request",
      id: 1,
      method,
      params: read,
    });
  }
});

test("a restore travels as it was asked for, to the byte", () => {
  const names = ["root", "plan", "brief", "argv", "target", "within", "include", "exclude"];
  const ways = [
    { ...restore, within: ["a//ff", ""], plan: "pl-1", brief: true },
    { ...restore, target: { version: 12 } },
    { ...restore, target: { ids: [3, 0] }, within: ["a", "b"] },
    { ...restore, plan: "pl-1", hunks: [{ path: "src//e9", chosen: [0, 4] }] },
  ];
  for (const way of ways) {
    const parsed = parseRequest(request("restore", way));
    assert.ok(parsed.kind === "request" && parsed.method === "restore");
    const sent = renderParams("restore", parsed.params);
    assert.deepEqual(sent, way);
    const order = [...names, "deletions", "overwrite", "hunks"].filter((name) => name in way);
    assert.deepEqual(Object.keys(sent), order);
  }
});

test("parameters may be left out where none are needed", () => {
  assert.deepEqual(parseRequest(request("ping")), {
    kind: "request",
    id: 1,
    method: "ping",
    params: {},
  });
});

test("unknown members are passed over, whatever their names", () => {
  const line = `{"jsonrpc":"2.0","id":"a","method":"flush","more":1,"__proto__":{"method":"stop"},
    "params":{"root":"/p","__proto__":{"root":"/q"},"constructor":{"prototype":{"x":1}},"x":[]}}`;
  const parsed = parseRequest(line.replaceAll("\n", ""));
  assert.deepEqual(parsed, { kind: "request", id: "a", method: "flush", params: { root: "/p" } });
  assert.equal(Object.hasOwn(Object.prototype, "x"), false);
});

test("a member of the prototype does not stand for one that was sent", () => {
  for (const method of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    assert.equal(codeOf(request(method, {})), -32601, method);
  }
  const inherited = '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}';
  assert.equal(codeOf(inherited), -32600);
  assert.equal(
    codeOf('{"jsonrpc":"2.0","id":1,"method":"unwatch","params":{"__proto__":{"root":"/p"}}}'),
    -32602,
  );
});

test("a member that somebody put on the prototype does not stand for one that was sent", () => {
  const polluted = Object.prototype as unknown as Record<string, unknown>;
  polluted.root = "/evil";
  try {
    assert.equal(codeOf(request("unwatch", {})), -32602);
    const flush = parseRequest(request("flush", {}));
    assert.ok(flush.kind === "request" && !Object.hasOwn(flush.params, "root"));
  } finally {
    delete polluted.root;
  }
});

/** Text → code. `id` is answered where it could be read. */
const broken: readonly (readonly [string, number, (string | number | null)?])[] = [
  ["{", -32700],
  ["nonsense", -32700],
  ["\uFEFF{}", -32700],
  ['{"jsonrpc":"2.0","id":1,"method":"ping\u0000"}', -32700],
  ["{} {}", -32700],
  ["null", -32600],
  ["[]", -32600],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
  ['"x"', -32600],
  ["1e400", -32600],
  ["{}", -32600],
  ['{"jsonrpc":"2.0","method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1e300,"method":"ping"}', -32600],
  [`{"jsonrpc":"2.0","id":"${"x".repeat(129)}","method":"ping"}`, -32600],
  ['{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
  ['{"id":7,"method":"ping"}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":5}', -32600, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"no.such"}', -32601, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":null}', -32602, 7],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', -32602, 7],
  ["[".repeat(500_000) + "]".repeat(500_000), -32600],
  [
    `{"jsonrpc":"2.0","id":7,"method":"flush","params":{"root":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
    -32602,
    7,
  ],
];

for (const [line, code, id = null] of broken) {
  test(`${shown(line)} is answered with ${code}`, () => {
    const parsed = parseRequest(line);
    assert.ok(parsed.kind === "bad");
    assert.deepEqual([parsed.error.code, parsed.id], [code, id]);
    assert.ok(parsed.error.message.length < 200 && !parsed.error.message.includes("\n"));
  });
}

test("of a member that is sent twice the last counts", () => {
  const line = '{"jsonrpc":"2.0","id":1,"id":2,"method":"stop","method":"ping"}';
  assert.deepEqual(parseRequest(line), { kind: "request", id: 2, method: "ping", params: {} });
});

/** Method, parameters, and the field that the error must name. */
const wrongParams: readonly (readonly [string, unknown, string])[] = [
  ["hello", {}, "params.protocol"],
  ["hello", { protocol: "1", version: "x" }, "params.protocol"],
  ["hello", { protocol: -1, version: "x" }, "params.protocol"],
  ["hello", { protocol: 1.5, version: "x" }, "params.protocol"],
  ["hello", { protocol: null, version: "x" }, "params.protocol"],
  ["hello", { protocol: 1 }, "params.version"],
  ["hello", { protocol: 1, version: "x".repeat(65) }, "params.version"],
  ["flush", { root: null }, "params.root"],
  ["flush", { root: 5 }, "params.root"],
  ["flush", { root: "" }, "params.root"],
  ["flush", { root: "relative" }, "params.root"],
  ["flush", { root: "/p/" }, "params.root"],
  ["flush", { root: "//p" }, "params.root"],
  ["flush", { root: "/p/../q" }, "params.root"],
  ["flush", { root: "/p/./q" }, "params.root"],
  ["flush", { root: "/p\0" }, "params.root"],
  ["flush", { root: "/p//61" }, "params.root"],
  ["flush", { root: "/p//00" }, "params.root"],
  ["flush", { root: "/p//c3//a9" }, "params.root"],
  ["flush", { root: "/\ud800" }, "params.root"],
  ["flush", { root: `/${"x".repeat(4 * 4096)}` }, "params.root"],
  ["subscribe", { root: {} }, "params.root"],
  ["unwatch", {}, "params.root"],
  ["watch", { root: "/p" }, "params.options"],
  ["watch", { root: "/p", options: [] }, "params.options"],
  ["watch", { root: "/p", options: { max_file_bytes: 0 } }, "params.options.max_file_bytes"],
  ["watch", { root: "/p", options: { max_file_bytes: 1e12 } }, "params.options.max_file_bytes"],
  ["watch", { root: "/p", options: { max_file_bytes: "9" } }, "params.options.max_file_bytes"],
  ["watch", { root: "/p", options: { no_initial_scan: 1 } }, "params.options.no_initial_scan"],
  ["watch", { root: "/p", options: {}, relink: "old" }, "params.relink"],
  ["watch", { root: "/p", options: { include_ignored: "*" } }, "params.options.include_ignored"],
  [
    "watch",
    { root: "/p", options: { include_ignored: ["*", 5] } },
    "params.options.include_ignored[1]",
  ],
  [
    "watch",
    { root: "/p", options: { include_ignored: Array(101).fill("*") } },
    "params.options.include_ignored",
  ],
  ["invert", { ...invert, kind: "restore" }, "params.kind"],
  ["invert", { ...invert, operation: 0 }, "params.operation"],
  ["invert", { ...invert, operation: undefined }, "params.operation"],
  ["invert", { ...invert, argv: undefined }, "params.argv"],
  ["checkpoint", { ...checkpoint, label: "" }, "params.label"],
  ["checkpoint", { ...checkpoint, label: "x".repeat(201) }, "params.label"],
  ["checkpoint", { ...checkpoint, label: "two\nlines" }, "params.label"],
  ["checkpoint", { ...checkpoint, label: "two\u2028lines" }, "params.label"],
  ["checkpoint", { ...checkpoint, label: "\u001b[31m" }, "params.label"],
  ["checkpoint", { ...checkpoint, message: "x".repeat(262_145) }, "params.message"],
  ["checkpoint", { ...checkpoint, payload_b64: "e30" }, "params.payload_b64"],
  ["checkpoint", { ...checkpoint, payload_b64: "e3=0" }, "params.payload_b64"],
  ["checkpoint", { ...checkpoint, payload_b64: "e30=\n\n\n\n" }, "params.payload_b64"],
  ["checkpoint", { ...checkpoint, payload_b64: "_-==" }, "params.payload_b64"],
  ["checkpoint", { ...checkpoint, pinned: undefined }, "params.pinned"],
  ["checkpoint_delete", { root: "/p", id: 0 }, "params.id"],
  ["checkpoint_pin", { root: "/p", id: 1 }, "params.pinned"],
  ["accept_rules", { root: "/p" }, "params.paths"],
  ["accept_rules", { root: "/p", paths: ["../x"] }, "params.paths[0]"],
  ["prune", { ...prune, policy: undefined }, "params.policy"],
  ["prune", { ...prune, policy: { ...prune.policy, daily_ms: -1 } }, "params.policy.daily_ms"],
  [
    "prune",
    { ...prune, policy: { ...prune.policy, keep_all_ms: null } },
    "params.policy.keep_all_ms",
  ],
  [
    "prune",
    { ...prune, policy: { ...prune.policy, operations_ms: -1 } },
    "params.policy.operations_ms",
  ],
  [
    "prune",
    { ...prune, policy: { ...prune.policy, binary_versions: 0 } },
    "params.policy.binary_versions",
  ],
  ["prune", { ...prune, up_to: null }, "params.up_to"],
  ["restore", { ...restore, root: undefined }, "params.root"],
  ["restore", { ...restore, target: undefined }, "params.target"],
  ["restore", { ...restore, target: {} }, "params.target"],
  ["restore", { ...restore, target: { id: 1, version: 1 } }, "params.target"],
  ["restore", { ...restore, target: { at: 5 } }, "params.target.at"],
  ["restore", { ...restore, target: { id: -1 } }, "params.target.id"],
  ["restore", { ...restore, target: { ids: [1] }, within: ["a", "b"] }, "params.target.ids"],
  ["restore", { ...restore, target: { ids: [] }, within: [] }, "params.target.ids"],
  ["restore", { ...restore, target: { ids: [1, -1] }, within: ["a", "b"] }, "params.target.ids[1]"],
  ["restore", { ...restore, target: { ids: [1], id: 1 }, within: ["a"] }, "params.target"],
  ["restore", { ...restore, target: { version: 0 } }, "params.target.version"],
  ["restore", { ...restore, within: "src" }, "params.within"],
  ["restore", { ...restore, within: ["../x"] }, "params.within[0]"],
  ["restore", { ...restore, within: ["a", "/etc"] }, "params.within[1]"],
  ["restore", { ...restore, within: ["a/../../x"] }, "params.within[0]"],
  ["restore", { ...restore, within: ["a\0"] }, "params.within[0]"],
  ["restore", { ...restore, include: [null] }, "params.include[0]"],
  ["restore", { ...restore, exclude: ["x".repeat(1001)] }, "params.exclude[0]"],
  ["restore", { ...restore, deletions: "all" }, "params.deletions"],
  ["restore", { ...restore, deletions: ["keep"] }, "params.deletions"],
  ["restore", { ...restore, overwrite: true }, "params.overwrite"],
  ["restore", { ...restore, plan: 7 }, "params.plan"],
  ["restore", { ...restore, hunks: [{ path: "a", chosen: [0] }] }, "params.plan"],
  ["restore", { ...restore, brief: true }, "params.plan"],
  ["invert", { ...invert, brief: true }, "params.plan"],
  ["oops", { ...oops, brief: true }, "params.plan"],
  ["restore", { ...restore, brief: "yes" }, "params.brief"],
  [
    "restore",
    { ...restore, plan: "pl-1", hunks: [{ path: "../a", chosen: [] }] },
    "params.hunks[0].path",
  ],
  [
    "restore",
    { ...restore, plan: "pl-1", hunks: [{ path: "a", chosen: [-1] }] },
    "params.hunks[0].chosen[0]",
  ],
  ["restore", { ...restore, plan: undefined }, "params.plan"],
  ["restore", { ...restore, argv: [1] }, "params.argv[0]"],
];

for (const [method, params, field] of wrongParams) {
  test(`${method} ${shown(JSON.stringify(params))} names ${field}`, () => {
    const parsed = parseRequest(request(method, params));
    assert.ok(parsed.kind === "bad", "it was accepted");
    assert.equal(parsed.error.code, -32602);
    assert.ok(parsed.error.message.startsWith(`${field}: `), parsed.error.message);
    assert.equal(parsed.id, 1);
  });
}

test("no JSON value makes it throw, and what it accepts has the types it promises", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("flush", "watch", "restore", "hello"),
      fc.json(),
      (method, json) => {
        const line = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${json}}`;
        const parsed = parseRequest(line);
        if (parsed.kind === "request") assert.equal(typeof parsed.params, "object");
      },
    ),
    { numRuns: 500 },
  );
});

function codeOf(line: string): number | undefined {
  const parsed = parseRequest(line);
  return parsed.kind === "bad" ? parsed.error.code : undefined;
}

function shown(text: string): string {
  return text.length <= 90 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 60))}…`;
}

test("a text that is no instant is a failure of the order, as for a person who typed it", () => {
  const parsed = parseRequest(request("restore", { ...restore, target: { at: "yesterday" } }));
  assert.ok(parsed.kind === "bad");
  assert.deepEqual(parsed.error, {
    code: rpcCodes.failed,
    message: "target.at is not an RFC 3339 instant in UTC",
    data: { code: "usage" },
  });
});

test("a payload of exactly 16 MiB passes, one byte more does not", () => {
  const bytesMax = limits.checkpoint.payloadBytesMax;
  const read = (bytes: number) => {
    const payload_b64 = Buffer.alloc(bytes).toString("base64");
    return parseRequest(request("checkpoint", { ...checkpoint, payload_b64 }));
  };
  assert.equal(read(bytesMax).kind, "request");
  const more = read(bytesMax + 1);
  assert.ok(more.kind === "bad");
  assert.match(more.error.message, /^params\.payload_b64: must be at most 16777216 bytes$/);
});
