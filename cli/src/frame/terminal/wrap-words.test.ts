import assert from "node:assert/strict";
import { test } from "node:test";
import { wrapSink, wrapWords } from "./wrap-words.ts";

test("lines break between words, and what fits stays as it is", () => {
  const text = "unf: warning: the daemon gives no answer, so nobody knows whether it records";
  assert.equal(
    wrapWords(text, 30),
    "unf: warning: the daemon gives\nno answer, so nobody knows\nwhether it records",
  );
  assert.equal(wrapWords(text, 76), text);
  assert.equal(wrapWords("Take it back? [y]es [N]o ", 20), "Take it back? [y]es\n[N]o ");
  assert.equal(wrapWords("名前 名前 名前", 10), "名前 名前\n名前", "wide signs take two columns");
});

test("commands and paths to copy are not broken, however long they are", () => {
  assert.equal(
    wrapWords("hint: less to read: unf log --since 1h src; all of it: unf log --all", 34),
    "hint: less to read:\nunf log --since 1h src; all of it:\nunf log --all",
  );
  const command = "unf restore /a/long/path/of/a/file --at 'yesterday 18:00'";
  assert.equal(wrapWords(`hint: ${command} or unf undo`, 30), `hint:\n${command}\nor unf undo`);
  const path = `/home/${"d/".repeat(30)}f`;
  assert.equal(wrapWords(`cannot read ${path}`, 40), `cannot read\n${path}`);
});

test("only text for a terminal is broken: no moving line, no document, nothing through a pipe", () => {
  const through = (content: string | Uint8Array, columns: number | undefined) => {
    const written: (string | Uint8Array)[] = [];
    wrapSink({ write: (one) => void written.push(one) }, () => columns).write(content);
    return written;
  };
  const text = "unf: one two three four five\nhint: one two three four five\n";
  assert.deepEqual(through(text, undefined), [text]);
  assert.deepEqual(through(text, 20), [
    "unf: one two three\nfour five\nhint: one two three\nfour five\n",
  ]);
  const bytes = Buffer.from(text);
  for (const whole of [bytes, `\r\u001b[K${"word ".repeat(9)}`, `{"a": "${"word ".repeat(9)}"}\n`])
    assert.deepEqual(through(whole, 20), [whole]);
});
