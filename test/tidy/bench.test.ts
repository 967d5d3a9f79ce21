import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawChart } from "../bench/chart.ts";
import { readOptions } from "../bench/options.ts";
import { performancePage, renderReport, replaceTable } from "../bench/report.ts";
import { isMissed, type NamedFinding } from "../bench/row.ts";

const finding = (isMet: boolean | undefined): NamedFinding => ({
  name: "log",
  finding: {
    work: "unf log | wc",
    ours: "80 ms",
    yardstick: "an empty program: 40 ms",
    ratio: 2,
    target: "≤ empty + 30 ms",
    isMet,
    notes: [],
  },
});

test("a missed target is one, a row without a target is none", () => {
  assert.deepEqual(
    [true, undefined, false].map((met) => isMissed(finding(met))),
    [false, false, true],
  );
});

test("a row that does not exist is refused, and so is a flag", () => {
  assert.deepEqual(readOptions(["--check", "log"], ["log"]), {
    names: ["log"],
    check: true,
    report: false,
  });
  for (const words of [["nothing"], ["--chekc"]])
    assert.ok("refused" in readOptions(words, ["log"]));
});

test("the table takes the place of the one before, and what stands around it stays", () => {
  const page = readFileSync(performancePage, "utf8");
  const report = renderReport(["machine  one"], [finding(false), finding(undefined)]);
  const once = replaceTable(page, report);
  assert.equal(replaceTable(once, report), once);
  assert.match(once, /0 of 1 targets were met/);
  assert.match(once, /\| `log` \| unf log \\\| wc \|.*\| MISSED \|/);
  assert.equal(once.slice(0, once.indexOf("<!--")), page.slice(0, page.indexOf("<!--")));
});

test("a chart has a point for each value, and no name breaks out of it", () => {
  const svg = drawChart({
    title: "a <b>",
    x: "files",
    y: "ms",
    series: [
      {
        name: '"<script>',
        points: [
          [10, 3],
          [100, 40],
        ],
      },
    ],
  });
  assert.equal(svg.match(/<circle/g)?.length, 2);
  assert.doesNotMatch(svg, /<script>|<b>|NaN/);
});
