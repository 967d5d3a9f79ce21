import assert from "node:assert/strict";
import { test } from "node:test";
import { pickLines } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";
import { actsOnTerminal } from "./terminal-safe.ts";

const text = (range: string, content = "one\ntwo\nthree\n") =>
  Buffer.from(pickLines(Buffer.from(content), range)).toString();

test("a line range counts from 1 and includes both ends", () => {
  assert.equal(text("1,2"), "one\ntwo\n");
  assert.equal(text("2"), "two\n");
  assert.equal(text("2,"), "two\nthree\n");
  assert.equal(text("3,99"), "three\n");
  assert.equal(text("2,3", "one\ntwo\nlast"), "two\nlast");
  assert.equal(text("1", ""), "");
});

test("a range that is none or lies beyond the end is refused", () => {
  for (const range of ["0", "2,1", "a", "", "1,2,3", "-1", ",5"]) {
    assert.throws(
      () => text(range),
      (thrown) => thrown instanceof UnfError && thrown.code === "usage",
      range,
    );
  }
  assert.throws(
    () => text("4"),
    (thrown) => thrown instanceof UnfError && /last one is 3/.test(thrown.message),
  );
});

test("what a terminal would obey is told from what it shows", () => {
  for (const shown of ["plain\ttext\r\n", "ünïcode ✓ 日本", "", "form\ffeed"]) {
    assert.equal(actsOnTerminal(Buffer.from(shown)), false, JSON.stringify(shown));
  }
  for (const acting of ["\u001b[2J", "a\rb", "\u0007", "\u009b31m", "\u0000", "\u007f"]) {
    assert.equal(actsOnTerminal(Buffer.from(acting)), true, JSON.stringify(acting));
  }
  assert.equal(actsOnTerminal(Uint8Array.of(0x61, 0xff)), true);
});

const raw = Uint8Array.of(0x1b, 0x5b, 0x32, 0x4a, 0xff);
const world = {
  projects: [
    {
      root: "/home/a/src/shop",
      history: {
        rows: [
          row({ id: 1, path: "a.txt", at: fakeNow - 9000 }),
          row({ id: 2, path: "gone.txt", at: fakeNow - 8000 }),
          row({ id: 3, path: "gone.txt", at: fakeNow - 7000, event: "delete", hash: null }),
        ],
      },
      contents: { 1: raw },
    },
  ],
};

test("control characters go to a terminal only with --raw, and to a pipe always", async () => {
  const refused = await runFake(["cat", "a.txt"], { ...world, tty: true });
  assert.deepEqual([refused.exit, refused.stdout], [4, ""]);
  assert.equal((await runFake(["cat", "a.txt", "--raw"], { ...world, tty: true })).exit, 0);
  assert.equal((await runFake(["cat", "a.txt"], world)).exit, 0);
});

test("JSON holds bytes that are no text in base64", async () => {
  const document = JSON.parse((await runFake(["cat", "a.txt", "--json"], world)).stdout);
  assert.equal(document.encoding, "base64");
  assert.deepEqual(Uint8Array.from(Buffer.from(document.content_b64, "base64")), raw);
});

test("a deleted file says when and how to read what it held", async () => {
  const { exit, stderr } = await runFake(["cat", "gone.txt"], world);
  assert.equal(exit, 3);
  assert.match(stderr, /gone\.txt was deleted in v3/);
  assert.match(stderr, /hint: unf cat v3~1/);
  assert.equal((await runFake(["cat", "v3~1"], world)).stdout, "line 2\n");
  assert.equal((await runFake(["cat", "gone.txt", "--version", "v2"], world)).stdout, "line 2\n");
});

test("a version of another file, an unknown one and two instants are refused", async () => {
  assert.equal((await runFake(["cat", "a.txt", "--version", "v2"], world)).exit, 3);
  assert.equal((await runFake(["cat", "v9"], world)).exit, 3);
  assert.equal((await runFake(["cat", "a.txt", "--version", "v1", "--at", "5m"], world)).exit, 2);
  assert.equal((await runFake(["cat", "a.txt", "--at", "1h"], world)).exit, 3);
});
