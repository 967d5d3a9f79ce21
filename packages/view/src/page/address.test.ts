import assert from "node:assert/strict";
import { test } from "node:test";
import { type PageState, parseAddress, renderAddress } from "./address.ts";

const start = parseAddress("");

test("a path that is not UTF-8 stands in the address by its bytes", () => {
  const state = { ...parseAddress(""), path: "caf\udce9" };
  assert.equal(renderAddress(state), "?path_b64=Y2Fm6Q%3D%3D");
  assert.equal(parseAddress("?path_b64=Y2Fm6Q%3D%3D").path, "caf\udce9");
  assert.equal(parseAddress("?path_b64=%25").path, null);
});

test("a state comes back from its address, whatever its names hold", () => {
  const state: PageState = {
    ...start,
    screen: "file",
    project: "p-1",
    since: "2026-03-04T14:05:00.000Z",
    include: ["src/**", "a&b=c+d %.ts"],
    exclude: ["dist/**"],
    authors: ["claude code"],
    kinds: ["turn"],
    open: "turn-p-1-v42",
    openTo: "2026-03-04T14:05:00.000Z",
    text: "what? #1 \u202e <script>",
    path: "naïve/ü.ts",
    version: "v12",
    against: "now",
    at: "2026-03-04T14:05:00.000Z",
    find: "a = b",
  };
  assert.deepEqual(parseAddress(renderAddress(state)), state);
  assert.equal(renderAddress(start), "");
});

test("a name that is no well-formed text has an address too", () => {
  assert.doesNotThrow(() => renderAddress({ ...start, path: "a\udc80" }));
});

test("an address that nobody rendered does no harm", () => {
  const state = parseAddress(
    "?screen=admin&since=now&at=2026-13-04T14:05:00.000Z&%E0%A4%A&include=%E0&x&__proto__=1",
  );
  assert.deepEqual(state, start);
  assert.deepEqual(parseAddress("?kinds=turn&kinds=tern&kinds=turn").kinds, ["turn"]);
});
