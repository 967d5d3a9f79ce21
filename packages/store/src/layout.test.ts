import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, BlobId } from "@unf/core/base";
import { fanOutDirectory, objectPath, temporariesDirectory } from "./layout.ts";

const hash = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262" as BlobId;

test("an object's path is the digest cut after two digits", () => {
  assert.equal(
    objectPath("/h/objects" as AbsPath, hash),
    "/h/objects/af/1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
  );
  assert.equal(fanOutDirectory("/h/objects" as AbsPath, hash), "/h/objects/af");
  assert.equal(temporariesDirectory("/h/objects" as AbsPath), "/h/objects/tmp");
});
