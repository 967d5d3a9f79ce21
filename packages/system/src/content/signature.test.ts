import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPlainText, readSignature } from "./signature.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);

/** First bytes of files that are not text, without a NUL: those the filter could not tell. */
const formats: readonly (readonly [string, Uint8Array])[] = [
  ["image/jpeg", bytes("ffd8ffe14578696649492a08", "hex")],
  ["application/pdf", bytes("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "latin1")],
  ["application/x-bzip2", bytes("425a6839314159265359ffff8080", "hex")],
  ["application/gzip", bytes("1f8b08080102030405ff8080", "hex")],
  ["application/x-compress", bytes("1f9d9041e0c18081", "hex")],
  ["application/zstd", bytes("28b52ffd04ff8182", "hex")],
];

for (const [mime, first] of formats) {
  test(`${mime} is recognised by its first bytes`, async () => {
    assert.equal(isPlainText(first), false);
    assert.equal(await readSignature(first), mime);
  });
}

test("text is text whatever it begins with", async () => {
  const texts = [
    "",
    "BM25 is a ranking function\n",
    "MZ was here\n",
    "ID3 tags\n",
    "#!/bin/sh\necho\n",
    "%!PS-Adobe-3.0\n",
    "%PDF-1.4 is how a PDF begins\n",
    "{\\rtf1 hello}",
    '<?xml version="1.0"?><svg/>',
    "BEGIN:VCARD\nVERSION:3.0\n",
    "Grüße, 日本語, 🙂\n",
    "\u001b[31mred\u001b[0m\f\v\t\r\n",
  ];
  for (const text of texts) {
    assert.equal(isPlainText(bytes(text)), true, text);
    assert.equal(await readSignature(bytes(text)), undefined, text);
  }
});

test("text in another encoding is no known format either", async () => {
  const texts = [
    bytes("Gr\xfc\xdfe aus M\xfcnchen\n", "latin1"),
    bytes('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>', "latin1"),
    bytes("%!PS-Adobe-3.0\n% \xe9\n", "latin1"),
    bytes("{\\rtf1 \xe9}", "latin1"),
  ];
  for (const text of texts) {
    assert.equal(isPlainText(text), false);
    assert.equal(await readSignature(text), undefined, text.toString("latin1"));
  }
});

test("a character cut in two at the end of what is looked at does not make text binary", () => {
  for (const pad of [7997, 7998, 7999, 8000]) {
    assert.equal(isPlainText(bytes(`${"x".repeat(pad)}🙂🙂`)), true, `${pad}`);
  }
  assert.equal(isPlainText(Uint8Array.of(0x78, 0xf0, 0x9f)), false);
});

test("control characters are not plain text", () => {
  for (const code of [0, 1, 7, 8, 14, 26, 28, 31, 127]) {
    assert.equal(isPlainText(Uint8Array.of(0x61, code)), false, `${code}`);
  }
});

test("no bytes make it fail", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (first) => {
      const mime = await readSignature(first);
      assert.ok(mime === undefined || mime.includes("/"));
    }),
    { numRuns: 300 },
  );
});
