import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fakeNow } from "../../testing/fake-time.ts";
import { row } from "../../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../../testing/fake-world.ts";
import { knowsLinks } from "../terminal/terminal.ts";
import { linkOf } from "./link.ts";

/** An expression holds no control characters: the escape has a sign here. */
const legible = (text: string) => text.replaceAll("\u001b", "␛");
const link = /␛\]8;;(?<url>[^␛]*)␛\\(?<text>[^␛]*)␛\]8;;␛\\/;

test("a place is bytes that act on no terminal, and is the same place again", () => {
  // As the unit "binary" is, without the table of a million characters that it makes first.
  const unit = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const byte = fc.string({ unit, maxLength: 40 });
  fc.assert(
    fc.property(byte, (name) => {
      const { url = "", text } =
        link.exec(legible(linkOf("box")(`/p/${name}`, "shown")))?.groups ?? {};
      assert.match(url, /^file:\/\/box\/p\/[\w./~%-]*$/);
      assert.equal(text, "shown");
      if (name.isWellFormed())
        assert.equal(decodeURIComponent(url.slice("file://box".length)), `/p/${name}`);
    }),
  );
  // A name that is not UTF-8, and a machine whose name would end the link.
  assert.match(legible(linkOf("a\u001b\\b c")("/caf\udce9", "x")), /;;file:\/\/abc\/caf%E9␛/);
  assert.equal(linkOf("box")("/p", ""), "");
});

test("links are for terminals that have them, through no multiplexer, unless they are forced", () => {
  const known: readonly Record<string, string>[] = [
    { TERM_PROGRAM: "iTerm.app" },
    { TERM_PROGRAM: "vscode", TERM: "xterm-256color" },
    { TERM: "xterm-kitty" },
    { VTE_VERSION: "6800" },
    { WT_SESSION: "1" },
    { FORCE_HYPERLINK: "1", TERM: "screen" },
  ];
  for (const env of known) assert.ok(knowsLinks(env), JSON.stringify(env));
  const others: readonly Record<string, string>[] = [
    {},
    { TERM: "xterm-256color" },
    { TERM: "linux" },
    { VTE_VERSION: "4602" },
    { TERM_PROGRAM: "iTerm.app", TERM: "screen-256color" },
    { WT_SESSION: "1", TMUX: "/tmp/tmux" },
    { WT_SESSION: "1", TERM: "dumb" },
    { WT_SESSION: "1", FORCE_HYPERLINK: "0" },
  ];
  for (const env of others) assert.ok(!knowsLinks(env), JSON.stringify(env));
});

const hostile = "e\u001b]8;;http://evil\u0007vil.ts";
const rows = [
  row({ id: 1, path: "a b.ts", at: fakeNow - 9000, event: "create" }),
  row({ id: 2, path: "gone.ts", at: fakeNow - 8000, event: "delete", hash: null }),
  row({ id: 3, path: hostile, at: fakeNow - 7000, event: "create" }),
];
const setup: FakeSetup = { projects: [{ root: "/srv/p", history: { rows } }], cwd: "/srv/p" };
const seen = async (argv: string, more: FakeSetup) =>
  legible((await runFake(argv.split(" "), { ...setup, ...more })).stdout);

test("on a terminal with links a path is one, what was deleted is none, and no name breaks out", async () => {
  const shown = await seen("log", { tty: true, env: { WT_SESSION: "1" } });
  assert.match(shown, /;;file:\/\/box\/srv\/p\/a%20b\.ts␛\\a b\.ts␛/);
  assert.ok(!/file:\S*gone\.ts/.test(shown) && shown.includes("gone.ts"));
  assert.ok(!shown.includes("␛]8;;http") && !shown.includes("\u0007"));
  assert.equal(shown.split("␛]8;;").length - 1, 4, "two links, each with its end");
  assert.match(
    await seen("search line", { tty: true, env: { WT_SESSION: "1" } }),
    /;;file:\/\/box/,
  );
  assert.match(
    await seen("list", { tty: true, env: { WT_SESSION: "1" } }),
    /;;file:\/\/box\/srv\/p/,
  );
});

test("there is no link in a pipe, without colours, on a dumb terminal, or for an agent", async () => {
  const terminal = { WT_SESSION: "1" };
  for (const more of [
    { tty: false, env: terminal },
    { tty: true, env: { ...terminal, NO_COLOR: "1" } },
    { tty: true, env: { ...terminal, TERM: "dumb" } },
    { tty: true, env: { ...terminal, CLAUDECODE: "1" } },
    { tty: true, env: {} },
  ])
    assert.ok(!(await seen("log", more)).includes("␛]8"), JSON.stringify(more));
  assert.ok(!(await seen("log --color always", { tty: false, env: terminal })).includes("␛]8"));
  assert.ok(!(await seen("log --json", { tty: true, env: terminal })).includes("file://"));
});

test("lines are as wide with links as without", async () => {
  const strip = (text: string) => text.replaceAll(/␛(?:\]8;;[^␛]*␛\\|\[[0-9;]*m)/g, "");
  const linked = await seen("log", { tty: true, env: { WT_SESSION: "1" } });
  assert.equal(strip(linked), await seen("log", { tty: true, env: { NO_COLOR: "1" } }));
});
