import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { secret, studio } from "../testing/studio.ts";

const world: FakeSetup = { projects: [studio], cwd: studio.root };
const onTerminal: FakeSetup = { ...world, tty: true, columns: 100, env: { NO_COLOR: "1" } };
const ask = async (argv: string, setup = world) => {
  const ran = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};
const names = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("sessions are listed newest first, and narrowed by agent, time and whether they are over", async () => {
  const ids = async (argv: string) => names((await ask(argv)).sessions);
  assert.deepEqual(await ids("sessions"), ["s-7f91", "s-80c1", "s-7f3a"]);
  assert.deepEqual(await ids("sessions --open"), ["s-7f91", "s-80c1"]);
  assert.deepEqual(await ids("sessions --agent codex"), ["s-80c1"]);
  assert.deepEqual(await ids("sessions --since 15m"), ["s-7f91", "s-80c1"]);
  assert.deepEqual(await ids("sessions --open -n 1"), ["s-7f91"]);
});

test("pages of sessions and of turns put together are the whole listing", async () => {
  for (const [command, list] of [
    ["sessions", "sessions"],
    ["turns", "turns"],
  ] as const) {
    const whole = names((await ask(command))[list]);
    const pages: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const cursor: string = next === "" ? "" : ` --cursor ${next}`;
      const page = await ask(`${command} -n 1${cursor}`);
      pages.push(...names(page[list]));
      next = page.next;
    }
    assert.deepEqual(pages, whole);
  }
});

test("sessions and turns are found by what their agents call them, and by its beginning", async () => {
  const note = async (argv: string) => (await runFake(argv.split(" "), world)).stderr;
  const prompt = "a3b1c9d0-0000-4000-8000-0000000000";
  for (const word of [`${prompt}12`, "t-1", "1"]) {
    assert.match(await note(`diff --turn=${word}`), /turn t-1 of s-7f3a/);
    assert.match(await note(`diff --turn ${word}`), /turn t-1 of s-7f3a/);
  }
  assert.deepEqual(names((await ask(`turns --cursor ${prompt}13`)).turns), ["t-1"]);
  assert.deepEqual(
    (await ask("turns")).turns.map((turn: { prompt_id: string | null }) => turn.prompt_id),
    [null, `${prompt}13`, `${prompt}12`],
  );
  for (const word of ["own-s-7f3a", "own-s-7f3", "OWN-S-7F3"]) {
    assert.equal((await ask(`session ${word}`)).session.id, "s-7f3a", word);
    assert.match(await note(`diff --session=${word}`), /session s-7f3a/);
  }
  const refuse = async (argv: string) => {
    const { exit, stderr } = await runFake(argv.split(" "), world);
    return `${exit} ${stderr.split("\n")[0]}`;
  };
  assert.match(
    await refuse("diff --turn=a3b1c9d0"),
    /^3 .*2 turns begin with a3b1c9d0, such as t-2 and t-1, in this project/,
  );
  assert.match(await refuse("diff --turn=a3b1c9d1-77"), /^3 .*no prompt is called a3b1c9d1-77/);
  assert.match(await refuse("diff --turn=a3b1c"), /^2 .*is not a turn such as t-12/);
  assert.match(await refuse("session own-s-"), /^3 .*3 sessions begin with own-s-, such as/);
  assert.match(await refuse("session own-s"), /^3 .*there is no session own-s in/);
  assert.match(await refuse("oops --turn a3b1c9d1-77 -n"), /^3 .*no prompt is called/);
});

test("a session counts what it is known to have written, a turn names the files", async () => {
  const [, , claude] = (await ask("sessions")).sessions;
  assert.deepEqual(
    [claude.turns, claude.files, claude.versions, claude.added, claude.removed],
    [2, 1, 4, 6, 6],
    "a file it created and removed again is none of it",
  );
  const files = async (argv: string) =>
    (await ask(argv)).turns.map((turn: { id: string; files: { path: string; kind: string }[] }) => [
      turn.id,
      turn.files.map(({ path, kind }) => `${kind} ${path}`),
    ]);
  assert.deepEqual(await files("turns s-7f3a"), [
    ["t-2", ["modify cart.ts", "delete cart.test.ts"]],
    ["t-1", ["modify cart.ts", "create cart.test.ts"]],
  ]);
  assert.deepEqual(await files("turns --agent codex"), [["t-3", ["rename tax.ts"]]]);
});

test("an id may be cut as long as it names one session", async () => {
  assert.equal((await ask("session 80")).session.id, "s-80c1");
  assert.equal((await ask("session")).session.id, "s-7f91", "the newest");
  const several = await runFake(["session", "s-7f"], world);
  assert.equal(several.exit, 3);
  assert.match(several.stderr, /2 sessions begin with s-7f, such as s-7f91 and s-7f3a/);
  assert.equal((await ask("session own-s-80c1")).session.id, "s-80c1", "the agent's own name");
  assert.equal((await runFake(["session", "s-99"], world)).exit, 3);
  assert.equal((await runFake(["session", "cart.ts"], world)).exit, 2);
  assert.equal((await runFake(["turns", "s-99"], world)).exit, 3);
});

test("a whole prompt is shown where it was kept, and nowhere a secret", async () => {
  const shown = await runFake(["session", "s-7f3a"], onTerminal);
  assert.match(shown.stdout, /t-2 .*\n {3}│ no test\n {3}│ the token is \[masked:github\]/);
  assert.equal((await ask("session s-7f3a")).turns[0].prompt, undefined);
  for (const argv of ["sessions", "turns", "session s-7f3a", "session s-80", "log", "recap"]) {
    for (const setup of [world, onTerminal]) {
      const ran = await runFake(argv.split(" "), setup);
      assert.ok(!(ran.stdout + ran.stderr).includes(secret), argv);
    }
    assert.ok(!JSON.stringify(await ask(argv)).includes(secret), argv);
  }
  const told = await runFake(["diff", "--turn", "t-3"], world);
  assert.ok(!told.stderr.includes(secret));
});

test("where no agent ever was, listings are empty and nobody is told apart", async () => {
  const alone: FakeSetup = { projects: [shop] };
  for (const argv of ["sessions", "turns"]) {
    const { exit, stdout, stderr } = await runFake([argv], alone);
    assert.deepEqual([exit, stdout], [0, ""]);
    assert.match(stderr, /no (sessions|turns) of agents/);
  }
  assert.equal((await runFake(["session"], alone)).exit, 3);
  const { stdout } = await runFake(["log"], { ...alone, tty: true });
  assert.ok(!stdout.includes("you") && !stdout.includes("unknown"));
});

test("the status line says who is at work, with points and snapshots", async () => {
  const line = async (env: Record<string, string> = {}) =>
    (await runFake(["status", "--short", "--session"], { ...world, env })).stdout;
  assert.equal(await line(), "not recording · gemini-cli s-7f91 · 0 points · 0 snapshots\n");
  const own = "not recording · codex s-80c1 · 1 point · 1 snapshot\n";
  assert.equal(await line({ UNF_SESSION: "s-80c1" }), own);
  const alone = await runFake(["status", "--session"], { projects: [shop] });
  assert.equal(alone.stdout, "not recording · no session\n");
  assert.equal((await runFake(["status", "--session", "--since-checkpoint"], world)).exit, 2);
});

test("a recap tells the last sessions, gaps and the last operation, and what to do next", async () => {
  const { stdout } = await runFake(["recap"], world);
  assert.match(stdout, /s-80c1 {2}2026-11-20 {2}codex {2}13:20–now/);
  assert.match(stdout, /last turn t-3 "deploy with \[masked:github\]", under way/);
  assert.match(stdout, /work-3 .* unknown/);
  assert.match(stdout, /recording gap 2026-11-20 13:18:07–13:19:07, daemon away/);
  assert.match(stdout, /last operation op-1 restore cart\.ts --version v8, 1 file/);
  assert.match(stdout, /next: unf diff --session s-80c1\n next: unf undo op-1 -n\n$/);
  assert.deepEqual(names((await ask("recap --since 15m")).sessions), ["s-7f91", "s-80c1"]);
  const global = await ask("recap --global", { projects: [studio, shop], cwd: "/tmp" });
  assert.deepEqual(
    [...new Set(global.sessions.map(({ root }: { root: string }) => root))],
    [studio.root, shop.root],
  );
  assert.deepEqual(global.next_steps.slice(0, 1), [
    `unf diff --session s-80c1 --project ${studio.root}`,
  ]);
});

test("a recap names what git has in no commit, where there is git", async () => {
  const sayGit = (text: string) => (argv: readonly string[]) =>
    Buffer.from(argv.includes("status") ? text : "\n");
  const said = async (text: string, more = "") =>
    (
      await runFake(["recap", ...more.split(" ").filter(Boolean)], {
        ...world,
        programs: sayGit(text),
      })
    ).stdout;
  assert.match(
    await said(" M src/cart.ts\0?? a b\0"),
    /^ 2 files not committed: src\/cart.ts {2}a b$/m,
  );
  assert.doesNotMatch(await said(""), /committed/);
  assert.deepEqual(JSON.parse(await said("", "--json")).uncommitted, []);
  assert.equal(
    "uncommitted" in JSON.parse((await runFake(["recap", "--json"], world)).stdout),
    false,
  );
  const many = Array.from({ length: 205 }, (_, index) => `?? ${index}\0`).join("");
  const { uncommitted, uncommitted_more } = JSON.parse(await said(many, "--json"));
  assert.deepEqual([uncommitted.length, uncommitted_more], [200, 5]);
  assert.match(JSON.parse(await said("?? x\0", "--global --json")).uncommitted[0], /^\/.*\/x$/);
});

test("last is the newest session and the newest turn, wherever one is named", async () => {
  assert.equal((await ask("session last")).session.id, "s-7f91");
  for (const argv of ["diff --session last", "diff --session=last", "log --session last"])
    assert.equal((await runFake(argv.split(" "), world)).exit, 0, argv);
  assert.match((await runFake(["diff", "--session", "last"], world)).stderr, /session s-7f91/);
  assert.match((await runFake(["diff", "--turn", "last"], world)).stderr, /turn t-3 of s-80c1/);
  const entries = (await ask("log --turn last")).entries as readonly { turn: string }[];
  assert.deepEqual([...new Set(entries.map(({ turn }) => turn))], ["t-3"]);
});

test("behind --session of a difference stands whatever the agent calls its session", async () => {
  for (const argv of ["diff --session own-s-7f3a", "diff --session cart.ts own-s-7f3a"])
    assert.match((await runFake(argv.split(" "), world)).stderr, /session s-7f3a/, argv);
  // A word that names none is a path.
  const { stderr } = await runFake(["diff", "--session", "cart.ts"], world);
  assert.match(stderr, /session s-7f91/);
});

test("no line of a listing is wider than the terminal, and what took it back is not cut off", async () => {
  for (const argv of ["turns", "sessions", "log --sessions", "log --group turn", "blame cart.ts"]) {
    const { stdout } = await runFake(argv.split(" "), { ...onTerminal, columns: 80 });
    const wide = stdout.split("\n").filter((line) => line.length > 80);
    assert.deepEqual(wide, [], argv);
  }
});
