import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import type { FlagTable } from "./flag.ts";
import { globalFlags, noGlobals, splitCommandLine } from "./globals.ts";
import { parseTokens, readValues } from "./parse.ts";

const table = {
  all: { kind: "switch", short: "a", help: "" },
  since: { kind: "text", value: "<time>", help: "" },
  include: { kind: "list", value: "<glob>", help: "" },
  kind: { kind: "choices", choices: ["create", "modify"], help: "" },
  color: { kind: "choice", choices: ["auto", "never"], help: "" },
  limit: { kind: "count", short: "n", value: "<n>", min: 1, max: 100, help: "" },
  from: { kind: "optional-text", value: "<old>", help: "" },
  histogram: {
    kind: "optional-count",
    alias: "density",
    value: "<n>",
    min: 1,
    max: 50,
    default: 7,
    help: "",
  },
} as const satisfies FlagTable;

const parse = (...argv: string[]) => {
  const tokens = parseTokens(argv, table);
  return { ...readValues(table, tokens), words: tokens.positionals };
};

const refused = (argv: string[], message: RegExp) =>
  assert.throws(
    () => parse(...argv),
    (thrown) =>
      thrown instanceof UnfError && thrown.code === "usage" && message.test(thrown.message),
    argv.join(" "),
  );

test("a text that may be left out is taken from behind = only", () => {
  const { from, words } = parse("--from", "src");
  assert.deepEqual([from, words], ["", ["src"]]);
  assert.equal(parse("--from=../old").from, "../old");
  assert.equal(parse("src").from, undefined);
  refused(["--from", "--from=a"], /2 times/);
});

test("flags and words may be mixed, and -- ends the flags", () => {
  const parsed = parse("src", "--since", "5m", "-a", "--", "--limit", "-x");
  assert.equal(parsed.since, "5m");
  assert.equal(parsed.all, true);
  assert.deepEqual(parsed.words, ["src", "--limit", "-x"]);
});

test("values come with a blank, an equals sign or joined to the letter", () => {
  assert.equal(parse("--limit", "20").limit, 20);
  assert.equal(parse("--limit=20").limit, 20);
  assert.equal(parse("-n20").limit, 20);
  assert.equal(parse("-an", "20").limit, 20);
});

test("a flag is no value of the one before it, unless it is joined to that", () => {
  for (const argv of [
    ["--since", "-a"],
    ["--since", "--all"],
    ["--include", "--from=x", "y"],
  ]) {
    assert.throws(() => parse(...argv), {
      code: "usage",
      message: `${argv[0]} needs a value, and ${argv[1]} is a flag`,
    });
  }
  assert.equal(parse("--since=-a").since, "-a");
  assert.equal(parse("--since", "-z").since, "-z");
  assert.deepEqual(parse("--include", "-").include, ["-"]);
});

test("lists repeat, choices take commas, and both keep their order", () => {
  assert.deepEqual(parse("--include", "a", "--include", "b").include, ["a", "b"]);
  assert.deepEqual(parse("--kind", "modify,create", "--kind", "modify").kind, ["modify", "create"]);
  assert.deepEqual(parse().include, []);
});

test("an optional count has its default without a number, and takes no word after it", () => {
  assert.equal(parse().histogram, undefined);
  const parsed = parse("--histogram", "12");
  assert.equal(parsed.histogram, 7);
  assert.deepEqual(parsed.words, ["12"]);
  assert.equal(parse("--density=12").histogram, 12);
});

test("what cannot be is refused in words", () => {
  refused(["--bogus"], /unknown flag --bogus/);
  refused(["-z"], /unknown flag -z/);
  refused(["--since"], /--since needs a value/);
  refused(["--since", " "], /empty value/);
  refused(["--since", "1h", "--since", "2h"], /given 2 times/);
  refused(["--all=yes"], /takes no value/);
  refused(["--kind", "create,renamed"], /"renamed".*create, modify/);
  refused(["--color", "blue"], /auto, never/);
  for (const number of ["0", "-1", "1e12", "abc", "101", "5.5", "0x10", "99999999999999999999"]) {
    refused([`--limit=${number}`], /whole number from 1 to 100/);
  }
});

test("the command is the first word that is no global flag and no value of one", () => {
  assert.deepEqual(splitCommandLine(["--project", "log", "--json", "diff", "-n"]), {
    name: "diff",
    rest: ["--project", "log", "--json", "-n"],
    asksVersion: false,
  });
  assert.deepEqual(splitCommandLine(["--project=x", "cat", "a"]).name, "cat");
  assert.deepEqual(splitCommandLine(["--", "log", "-x"]).rest, ["--", "-x"]);
  assert.equal(splitCommandLine(["--json"]).name, undefined);
});

test("--version after a command belongs to the command", () => {
  assert.equal(splitCommandLine(["restore", "--version", "v1"]).asksVersion, false);
  assert.equal(splitCommandLine(["--version"]).asksVersion, true);
});

test("a line without a global flag has the values that a host starts from", () => {
  assert.deepEqual(readValues(globalFlags, parseTokens([], globalFlags)), noGlobals);
});
