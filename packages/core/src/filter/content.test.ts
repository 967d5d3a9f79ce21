import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { judgeContent } from "./content.ts";
import type { Verdict } from "./verdict.ts";

const path = (text: string) => text as RelPath;
const because = (verdict: Verdict) => (verdict.recorded ? undefined : verdict.because);

test("a NUL among the first 8,000 bytes says that a file is not text", () => {
  const bytes = new Uint8Array(9000).fill(0x61);
  assert.equal(judgeContent(path("a.ts"), bytes, undefined).recorded, true);
  bytes[8000] = 0;
  assert.equal(judgeContent(path("a.ts"), bytes, undefined).recorded, true);
  bytes[7999] = 0;
  assert.equal(because(judgeContent(path("a.ts"), bytes, undefined)), "NUL at byte 7999");
});

test("an empty file is text", () => {
  assert.equal(judgeContent(path("a"), new Uint8Array(), undefined).recorded, true);
});

test("UTF-16 is not text, with or without a NUL, as for git", () => {
  assert.equal(
    because(judgeContent(path("a"), Uint8Array.of(0xff, 0xfe, 0x4e, 0x2d), undefined)),
    "UTF-16",
  );
  assert.equal(
    because(judgeContent(path("a"), Uint8Array.of(0xfe, 0xff, 0x2d, 0x4e), undefined)),
    "UTF-16",
  );
  assert.equal(
    because(judgeContent(path("a"), Uint8Array.of(0, 0, 0xfe, 0xff), undefined)),
    "UTF-32",
  );
});

test("the signature is asked only where the name does not say text", () => {
  const asked: string[] = [];
  const judge = (name: string) =>
    judgeContent(path(name), encodeUtf8("%PDF-1.7"), () => {
      asked.push(name);
      return "application/pdf";
    });
  assert.equal(because(judge("notes/report")), "application/pdf");
  assert.equal(because(judge("report.unknown")), "application/pdf");
  assert.equal(judge("src/report.ts").recorded, true);
  assert.equal(judge("Makefile").recorded, true);
  assert.equal(judge(".env.local").recorded, true);
  assert.deepEqual(asked, ["notes/report", "report.unknown"]);
});
