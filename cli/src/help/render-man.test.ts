import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { commands } from "../commands.ts";
import { runFake } from "../testing/fake-world.ts";
import { assertGolden } from "../testing/golden.ts";
import { shop } from "../testing/shop.ts";

test("the page of a command is as reviewed", async () => {
  const { exit, stdout } = await runFake(["man", "restore"]);
  assert.equal(exit, 0);
  assertGolden("help/man-restore.txt", stdout);
});

test("a line that begins as a request does, and a backslash, are printed", async () => {
  const { stdout } = await runFake(["man", "environment"]);
  for (const line of stdout.split("\n").filter((one) => /^[.']/.test(one)))
    assert.match(line, /^\.(TH|SH|SS|PP|TP|nf|fi)\b/);
  const { stdout: prompt } = await runFake(["man", "prompt"]);
  assert.match(prompt, /\\ew \\e\$/);
});

test("groff finds no fault in any page", {
  skip: spawnSync("groff", ["--version"]).status === 0 ? false : "there is no groff",
}, async () => {
  const pages: string[] = [];
  for (const { name } of commands) pages.push((await runFake(["man", name])).stdout);
  const check = (input: string) => {
    const options = { input, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync("groff", ["-man", "-ww", "-z", "-Tutf8"], options);
    return `${status} ${stderr}`;
  };
  // All in one go; only where there is a fault, each page by itself is asked for it.
  if (check(pages.join("")) === "0 ") return;
  assert.deepEqual(
    pages.map(check).filter((told) => told !== "0 "),
    [],
  );
  assert.fail("a fault of all pages together is one of no page");
});

test("mandoc, which macOS has, finds nothing but that no page has a date", {
  skip:
    spawnSync("mandoc", ["-K", "ascii"], { input: "" }).error === undefined
      ? false
      : "there is no mandoc",
}, async () => {
  const pages: string[] = [];
  for (const { name } of commands) pages.push((await runFake(["man", name])).stdout);
  const options = { input: pages[0] ?? "", encoding: "utf8" } as const;
  for (const input of [...pages, `${pages[0]}.SH\n`]) {
    const { stdout } = spawnSync("mandoc", ["-T", "lint", "-W", "warning"], { ...options, input });
    const faults = stdout.split("\n").filter((line) => !/^$|missing date/.test(line));
    assert.equal(faults.length > 0, input.endsWith(".SH\n"), faults.join("\n"));
  }
});

test("a word that is no command is told by the nearest", async () => {
  const { exit, stderr } = await runFake(["man", "restor"]);
  assert.equal(exit, 3);
  assert.match(stderr, /did you mean unf man restore\?/);
});

test("a page, a completion and a prompt take no notice that a person is to be told", async () => {
  for (const argv of [["man", "log"], ["completion", "bash"], ["complete", "lo"], ["prompt"]]) {
    let asked = 0;
    const takeOutsideChange = async () => {
      asked += 1;
      return undefined;
    };
    const { exit } = await runFake(argv, { projects: [shop], wiring: { takeOutsideChange } });
    assert.deepEqual([argv[0], exit, asked], [argv[0], 0, 0]);
  }
});
