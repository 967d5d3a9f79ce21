import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "./commands.ts";
import { nextSlots } from "./completion/grammar.ts";
import { renderForPowerShell, wordsOfLine } from "./completion/powershell-line.ts";
import { joinBroken, unquote } from "./completion/shell-words.ts";
import { sourceOfPlace } from "./completion/source.ts";
import { attic } from "./testing/attic.ts";
import { type FakeSetup, runFake } from "./testing/fake-world.ts";
import { shop } from "./testing/shop.ts";
import { studio } from "./testing/studio.ts";

const inShop: FakeSetup = { projects: [shop], cwd: shop.root };
const inStudio: FakeSetup = { projects: [studio], cwd: studio.root };
const inAttic: FakeSetup = { projects: [attic], cwd: attic.root };

/** The source that the shell adds, and the candidates for the last of these words. */
async function complete(
  words: readonly string[],
  setup: FakeSetup = inShop,
  shell: readonly string[] = [],
): Promise<string[]> {
  const { exit, stdout, stderr } = await runFake(["complete", ...shell, "--", ...words], setup);
  assert.deepEqual([exit, stderr], [0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "");
}

test("commands by their beginning; a hidden one never", async () => {
  assert.deepEqual(await complete(["res"]), ["none", "restore", "restart"].sort(byTable));
  const all = await complete([""]);
  assert.ok(all.includes("watch") && !all.includes("complete"));
  assert.deepEqual(await complete(["--project", "/x", "und"]), ["none", "undo"]);
  assert.deepEqual(await complete(["--pro"]), ["none", "--project"]);
  assert.deepEqual(await complete(["nothing", ""]), ["none"]);
});

/** `none` first, then as the table of commands has them. */
function byTable(a: string, b: string): number {
  const place = (word: string) => commands.findIndex(({ name }) => name === word);
  return place(a) - place(b);
}

test("flags of the command and of all; one that stands there is not offered again", async () => {
  assert.deepEqual(await complete(["restore", "--at", "5m", "--a"]), ["none"]);
  assert.deepEqual(await complete(["log", "--js"]), ["none", "--json", "--jsonl"]);
  const lists = await complete(["log", "--include", "a", "--inc"]);
  assert.ok(lists.includes("--include"), "may be given several times");
  assert.deepEqual(await complete(["cat", "--", "--"]), ["files"], "behind -- there are no flags");
});

test("values: choices, several of them, checkpoints, turns, sessions, agents", async () => {
  assert.deepEqual(await complete(["log", "--color", "a"]), ["none", "auto", "always"]);
  assert.deepEqual(await complete(["log", "--color=n"]), ["none", "--color=never"]);
  assert.deepEqual(await complete(["log", "--kind", "create,d"]), ["none", "create,delete"]);
  assert.deepEqual(await complete(["restore", "--at", "cp:b"]), ["none", "cp:before-refactor"]);
  assert.deepEqual(await complete(["diff", "--checkpoint=b"]), [
    "none",
    "--checkpoint=before-refactor",
  ]);
  assert.deepEqual(await complete(["restore", "--turn", ""], inStudio), [
    "none",
    "t-3",
    "t-2",
    "t-1",
  ]);
  assert.deepEqual(await complete(["turns", "s-7"], inStudio), ["none", "s-7f91", "s-7f3a"]);
  assert.deepEqual(await complete(["log", "--author", "claude"]), ["none", "claude-code"]);
  assert.deepEqual(await complete(["watch", "--color", "x", ""]), ["directories"]);
});

test("of long lists every word that begins so is found, however old, and no more than can be read", async () => {
  const { turns: [turn] = [], sessions: [session] = [] } = studio.history;
  assert.ok(turn !== undefined && session !== undefined);
  const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  const turns = many(1300).map((id) => ({ ...turn, id }));
  const sessions = many(400).map((id) => ({
    ...session,
    id: `s-${(id * 31).toString(16).padStart(4, "0")}`,
  }));
  const checkpoints = many(200).map((id) => ({
    id,
    label: id % 2 === 0 ? `step ${Math.floor(id / 10)}` : null,
    ...{ message: null, at: turn.startedAt, snapshot: 0 as const, files: 0 },
    ...{ payloadBytes: null, pinned: false },
  }));
  const history = { ...studio.history, turns, sessions, checkpoints };
  const inLong = { ...inStudio, projects: [{ ...studio, history }] };
  const all = await complete(["restore", "--turn", ""], inLong);
  assert.deepEqual([all.length, all[1], all.at(-1)], [51, "t-1300", "t-1251"]);
  const some = await complete(["restore", "--turn", "t-12"], inLong);
  assert.deepEqual([some.length, some[1], some.at(-1)], [51, "t-1299", "t-1250"]);
  assert.deepEqual(await complete(["restore", "--turn", "t-130"], inLong), [
    "none",
    "t-1300",
    "t-130",
  ]);
  assert.deepEqual(await complete(["restore", "--turn", "t-0"], inLong), ["none"]);
  assert.deepEqual(await complete(["turns", "s-001f"], inLong), ["none", "s-001f"]);
  assert.deepEqual(await complete(["restore", "--at", "cp:19"], inLong), [
    ...["none", "cp:199", "cp:197", "cp:195", "cp:193", "cp:191", "cp:19"],
  ]);
  assert.deepEqual(await complete(["restore", "--checkpoint", "step 1"], inLong), [
    ...["none", "step 19", "step 18", "step 17", "step 16", "step 15", "step 14"],
    ...["step 13", "step 12", "step 11", "step 10", "step 1"],
  ]);
});

test("words of usage lines: verbs, what they take, and nothing behind the last", async () => {
  assert.deepEqual(await complete(["config", "g"]), ["none", "get"]);
  assert.deepEqual(await complete(["config", "get", "store.c"]), ["none", "store.cap"]);
  assert.deepEqual(await complete(["config", "path", ""]), ["none"]);
  assert.deepEqual(await complete(["hook", "install", "codex", "pi"]), ["none", "pi"]);
  assert.deepEqual(await complete(["session", "e"], inStudio), ["none", "end"]);
  assert.deepEqual(await complete(["undo", "op-"]), ["none", "op-4", "op-3", "op-1"]);
  assert.deepEqual(await complete(["undo", "op-1", ""]), ["none"]);
  assert.deepEqual(await complete(["oops", "t-2", ""], inStudio), [
    "files",
    "cart.test.ts",
    "t-3",
    "t-2",
    "t-1",
  ]);
  assert.deepEqual(await complete(["help", "tim"]), ["none", "times"]);
  assert.deepEqual(await complete(["exec", "--agent", "x", "--", ""]), ["programs"]);
});

test("files that were deleted, as they are written from here", async () => {
  assert.deepEqual(await complete(["restore", "src/"], inAttic), [
    "files",
    "src/vat.ts",
    "src/legacy.ts",
  ]);
  assert.deepEqual(await complete(["deleted", "l"], inAttic), ["none", "late.ts"]);
  const below = { ...inAttic, cwd: `${attic.root}/src` };
  assert.deepEqual(await complete(["cat", "../"], below), ["files", "../late.ts", "../old.ts"]);
  assert.deepEqual(await complete(["deleted", "./l"], inAttic), ["none", "./late.ts"]);
  const absolute = `${attic.root}/src/v`;
  assert.deepEqual(await complete(["deleted", absolute], inAttic), ["none", `${absolute}at.ts`]);
});

test("outside a project and without a home there is nothing to say, and nothing goes wrong", async () => {
  const nowhere = { projects: [], cwd: "/home/a" };
  assert.deepEqual(await complete(["undo", ""], nowhere), ["none"]);
  assert.deepEqual(await complete(["restore", "--at", ""], nowhere), ["none"]);
});

test("bash's words are put together, and it gets what stands behind the break", async () => {
  const bash = ["--shell", "bash"];
  assert.deepEqual(await complete(["restore", "--at", "cp", ":", "b"], inShop, bash), [
    "none",
    "before-refactor",
  ]);
  assert.deepEqual(await complete(["log", "--color", "=", "n"], inShop, bash), ["none", "never"]);
  assert.deepEqual(joinBroken(["a", "=", "b", "c", ":"]), ["a=b", "c:"]);
  assert.deepEqual(joinBroken(["=", "b"]), ["=", "b"]);
});

test("quotes are taken off, closed or not", () => {
  const words = [`a\\ b`, `'a b`, `"a\\" b"c`, `'it'\\''s'`, `\\`];
  assert.deepEqual(words.map(unquote), ["a b", "a b", `a" bc`, "it's", ""]);
});

test("a line of PowerShell is taken apart, quotes closed or not", () => {
  const wordsIn = (line: string) => wordsOfLine(Buffer.from(line).toString("base64"));
  for (const [line, ...words] of [
    ["unf", ...[]],
    ["unf ", ""],
    ["unf log", "log"],
    ["& unf log  --at ", "log", "--at", ""],
    ["unf.cmd cat src\\a", "cat", "src\\a"],
    ["unf cat 'it''s'", "cat", "it's"],
    ['unf cat "a`"b""c d', "cat", 'a"b"c d'],
    ["unf cat a` b `\n  c", "cat", "a b", "c"],
    // As a text program writes quotes.
    ["unf cat ‘a b’ “c d", "cat", "a b", "c d"],
    ["unf cat ünï", "cat", "ünï"],
  ] as const)
    assert.deepEqual(wordsIn(line), words, line);
});

test("PowerShell is told each candidate as it is typed there, and nothing that it does not take", async () => {
  const line = Buffer.from("unf diff --checkpoint bef").toString("base64");
  const { exit, stdout } = await runFake(
    ["complete", "--shell", "powershell", "--line", line],
    inShop,
  );
  const told = Buffer.from(stdout.trimEnd(), "base64").toString("utf8").split("\n");
  assert.deepEqual([exit, told[0]], [0, "none"]);
  assert.match(told[1] ?? "", /^before-refactor\tbefore-refactor\tcp:\d+$/);
  const values = ["plain/a.ts", "a b", "it’s", "$(x)", "a,b", "--at=cp:x", "ünï.ts", "@x"];
  const answer = {
    shell_adds: "files" as const,
    candidates: values.map((value) => ({ value, about: "" })),
  };
  const [, ...rows] = Buffer.from(renderForPowerShell(answer), "base64").toString().split("\n");
  assert.deepEqual(
    rows.map((row) => row.split("\t")),
    [
      ["plain/a.ts", "plain/a.ts", "plain/a.ts"],
      ...[
        ["'a b'", "a b"],
        ["'it’’s'", "it’s"],
        ["'$(x)'", "$(x)"],
        ["'a,b'", "a,b"],
        ["'--at=cp:x'", "--at=cp:x"],
        ["ünï.ts", "ünï.ts"],
        ["'@x'", "@x"],
      ].map(([typed, shown]) => [typed, shown, shown]),
    ],
  );
});

test("every place in a usage line is known, or is a word that nobody can complete", async () => {
  const unknown = new Set<string>();
  for (const entry of commands) {
    const { usage, flags } = await entry.load();
    for (const line of usage) {
      for (const place of line.matchAll(/[<[]([a-z][^>\]]*?)(?:\.\.\.|…)?[>\]]/g)) {
        const names = (place[1] ?? "").split("|");
        if (names.every((name) => sourceOfPlace(entry.name, name).length === 0))
          for (const name of names) unknown.add(name);
      }
      assert.doesNotThrow(() => nextSlots([line], flags, ["x"]));
    }
  }
  const free = [
    ..."age args base64 count digest flags from,to glob id name n number numbers pattern ref regexp text v value words".split(
      " ",
    ),
  ];
  assert.deepEqual([...unknown].filter((name) => !free.includes(name)).sort(), []);
});
