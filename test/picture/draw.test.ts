import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTerminal } from "./draw.ts";

test("what was typed and printed stands in its columns, and is text whatever it holds", () => {
  const look = { isBold: false, isDim: false };
  const rows = [
    [
      { text: "a", column: 0, colour: undefined, ...look },
      { text: "<&>", column: 10, colour: 1, ...look },
    ],
    [],
    [{ text: "  ", column: 0, colour: undefined, ...look }],
  ];
  const svg = drawTerminal([{ typed: "unf log", rows }], 40);
  assert.match(svg, /^<svg [^>]*width="368" height="108"/);
  assert.match(svg, />unf log<\/text>/);
  assert.match(svg, /<text x="100\.0" y="49" fill="#ff7b72"[^>]*>&lt;&amp;&gt;<\/text>/);
  assert.equal([...svg.matchAll(/<text /g)].length, 4);
});
