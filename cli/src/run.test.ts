import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { InvariantViolation, UnfError } from "@unf/core/base";
import type { Head } from "@unf/core/timeline";
import { runFake } from "./testing/fake-world.ts";
import { api, hostileName, shop } from "./testing/shop.ts";
import { studio } from "./testing/studio.ts";

const world = { projects: [shop, api] };

test("a mistyped command or flag is refused with the nearest one", async () => {
  const command = await runFake(["lgo"]);
  assert.equal(command.exit, 2);
  assert.equal(command.stderr, 'unf: unknown command "lgo"\nhint: did you mean unf log?\n');
  const flag = await runFake(["log", "--sicne", "5m"], world);
  assert.equal(flag.exit, 2);
  assert.equal(flag.stderr, "unf: unknown flag --sicne\nhint: did you mean --since?\n");
});

test("a count of a listing without its command is answered with the line that has both", async () => {
  for (const count of ["-5", "-25"]) {
    const { exit, stderr } = await runFake([count], world);
    assert.deepEqual([exit, stderr], [2, `unf: unknown flag ${count}\nhint: unf log ${count}\n`]);
  }
});

test("a mistyped path or label is answered with the one that is recorded", async () => {
  const hints = async (...argv: string[]) => {
    const heads = [{ path: "src/cart.ts" } as Head, { path: "docs/a" } as Head];
    const history = { ...shop.history, heads };
    const { exit, stderr } = await runFake(argv, { projects: [{ ...shop, history }] });
    return [exit, /hint: (.*)/.exec(stderr)?.[1]];
  };
  const project = ["--project", shop.root];
  const recorded = "did you mean src/cart.ts?";
  assert.deepEqual(await hints("log", "src/crat.ts", ...project), [3, recorded]);
  assert.deepEqual(await hints("log", "cart.ts", ...project), [3, recorded]);
  assert.deepEqual(await hints("log", "crat.ts", ...project), [3, recorded]);
  assert.deepEqual(await hints("log", "sr", ...project), [3, "did you mean src?"]);
  assert.deepEqual(await hints("log", "rs", ...project), [3, "unf ignore check rs"]);
  const label = "did you mean before-refactor?";
  assert.deepEqual(await hints("restore", "--at", "before-refcator", ...project), [2, label]);
  assert.deepEqual(await hints("restore", "--at", "cp:befor-refactor", ...project), [3, label]);
});

test("the longer words for starting and stopping are the same commands", async () => {
  for (const verb of ["start", "status", "stop"]) {
    const [short, long] = [await runFake([verb, "-h"]), await runFake(["daemon", verb, "-h"])];
    assert.deepEqual([long.exit, long.stdout], [0, short.stdout], verb);
  }
  const { exit, stderr } = await runFake(["daemon", "--help"]);
  assert.equal(exit, 2);
  assert.match(stderr, /daemon takes one of: start, stop, restart, status\n/);
});

test("--help without a command is the list of all of them", async () => {
  const { exit, stdout } = await runFake(["--help"]);
  assert.equal(exit, 0);
  assert.match(stdout, /Usage: unf <command>/);
});

test("unf --version says the version, with a command after it too", async () => {
  const bare = await runFake(["--version"]);
  assert.match(bare.stdout, /^unf \d+\.\d+\.\d+ \(node /);
  assert.equal((await runFake(["--version", "log"])).stdout, bare.stdout);
});

test("the version is that of the package", async () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const { stdout } = await runFake(["version", "--json"]);
  assert.equal(JSON.parse(stdout).version, manifest.version);
});

test("outside any project the hint says how to begin", async () => {
  const { exit, stderr } = await runFake(["log"], { ...world, cwd: "/srv" });
  assert.equal(exit, 3);
  assert.equal(stderr, "unf: /srv is not in a watched project\nhint: unf watch .\n");
});

test("a broken invariant ends with 70 and how to report it, without a stack", async () => {
  const broken = {
    ...world,
    wiring: {
      openHomeReader: () => {
        throw new InvariantViolation("rows are in order");
      },
    },
  };
  const { exit, stderr } = await runFake(["log"], broken);
  assert.equal(exit, 70);
  assert.match(stderr, /^unf: a bug in unf: rows are in order\nhint: .*UNF_DEBUG=1.*report/);
  assert.doesNotMatch(stderr, /\n\s+at /);
  const debug = await runFake(["log"], { ...broken, env: { UNF_DEBUG: "1" } });
  assert.match(debug.stderr, /\n\s+at /);
});

test("names and messages with control characters reach no terminal as they are", async () => {
  for (const argv of [
    ["log"],
    ["log", "--global"],
    ["log", "--group", "file"],
    ["log", "-p"],
    ["diff", "--from", "v1", "--to", "v8", "--stat"],
    ["diff", "--from", "v1", "--to", "v8", "--name-only"],
  ]) {
    for (const tty of [true, false]) {
      const { stdout, exit } = await runFake([...argv, "--color", "never"], { ...world, tty });
      assert.equal(exit, 0, argv.join(" "));
      assert.doesNotMatch(
        stdout,
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\udc80-\udcff]/,
        argv.join(" "),
      );
      const isListing = argv[1] !== "-p" || tty;
      if (isListing) assert.ok(stdout.includes("src/\\u202egnp.\\x1b[31mevil.ts"), argv.join(" "));
    }
  }
  const { stderr } = await runFake(["log", hostileName.slice(4)], world);
  assert.ok(stderr.includes("\\u202egnp"), stderr);
});

test("a command that looks at recordings starts the daemon, and its failure is only a warning", async () => {
  assert.equal((await runFake(["log"], world)).woken, 1);
  assert.equal((await runFake(["stop"], world)).woken, 0);
  assert.equal((await runFake(["log", "--help"], world)).woken, 0);
  const { exit, stderr, stdout } = await runFake(["log"], {
    ...world,
    wiring: {
      ensureRunning: async () => {
        throw new UnfError("no_space", "the disk is full");
      },
    },
  });
  assert.equal(exit, 0);
  assert.ok(stdout.length > 0);
  assert.match(stderr, /warning: recording could not be started: the disk is full/);
});

test("too many and too few words are refused", async () => {
  const { exit, stderr } = await runFake(["search"], world);
  assert.equal(exit, 2);
  assert.match(stderr, /^unf: search needs more: unf search \S/);
  assert.equal((await runFake(["cat", "a", "b", "c"], world)).exit, 2);
  assert.equal((await runFake(["flush", "x"], world)).exit, 2);
});

test("a colour wish on the command line wins over a terminal and a variable", async () => {
  const colour = "\u001b[";
  assert.ok((await runFake(["log"], { ...world, tty: true })).stdout.includes(colour));
  assert.ok(
    !(await runFake(["log", "--color=never"], { ...world, tty: true })).stdout.includes(colour),
  );
  assert.ok(
    !(await runFake(["log"], { ...world, tty: true, env: { NO_COLOR: "1" } })).stdout.includes(
      colour,
    ),
  );
  assert.ok(!(await runFake(["log", "--json"], { ...world, tty: true })).stdout.includes(colour));
});

test("a slip of the fingers is answered with what was meant, wherever it stands", async () => {
  const told: Readonly<Record<string, string>> = {
    "--projct . log": "did you mean --project?",
    "--since 1h log": "flags of a command stand behind it",
    "schema lgo": "did you mean log?",
    "session strat": "did you mean unf session start?",
    "oops t99": "did you mean t-99?",
    "log --author claude-cod": "did you mean claude-code?",
    "log --author nobody": "known here: human, ",
    "checkpoint lst": "did you mean unf checkpoint list?",
  };
  for (const [line, hint] of Object.entries(told)) {
    const project = line.startsWith("log") ? studio : shop;
    const reply = () => ({ id: 5, snapshot: 8, at: 0, files: 3, new: true });
    const more = { projects: [project], cwd: project.root, reply };
    const { stderr } = await runFake(line.split(" "), more);
    assert.ok(stderr.includes(hint), `${line}: ${stderr}`);
  }
});
