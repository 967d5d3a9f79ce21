import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { api, shop } from "../testing/shop.ts";
import { studio } from "../testing/studio.ts";

const world: FakeSetup = { projects: [studio], cwd: studio.root };
const onTerminal: FakeSetup = { ...world, tty: true, columns: 100, env: { NO_COLOR: "1" } };
const ask = async (argv: string, setup = world) => {
  const ran = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};
const ids = async (argv: string): Promise<string[]> =>
  (await ask(argv)).entries.map(({ id }: { id: string }) => id);

test("each version has its author, and nothing is guessed", async () => {
  const { entries } = await ask("log --all");
  const said = Object.fromEntries(
    entries.map((entry: Record<string, never> & { author: Record<string, never> }) => {
      const { type, name, confidence } = entry.author;
      return [entry.id, [type, name, confidence, entry.session, entry.turn].join(" ")];
    }),
  );
  assert.equal(said.v8, "agent claude-code window s-7f3a t-2");
  assert.equal(said.v10, "human  unknown  ", "no agent was at work");
  assert.equal(said.v7, "unknown  unknown  ", "one was, and nothing speaks of it");
  assert.equal(said.v1, "unknown  unknown  ", "it was there before");
  assert.equal(said.v13, "agent  ambiguous  ");
  assert.equal(said.v14.split(" ")[0], "unf");
  const shared = entries.find(({ id }: { id: string }) => id === "v13");
  assert.deepEqual(shared.candidates, [
    { session: "s-80c1", turn: "t-3" },
    { session: "s-7f91", turn: null },
  ]);
});

test("versions are chosen by author, session and turn, and every condition must hold", async () => {
  assert.deepEqual(await ids("log --author human"), ["v10", "v4", "v3"]);
  assert.deepEqual(await ids("log --author codex"), ["v12"]);
  assert.deepEqual(await ids("log --author $all-agent"), ["v13", "v12", "v9", "v8", "v6", "v5"]);
  assert.deepEqual(await ids("log --session 7f3"), ["v9", "v8", "v6", "v5"]);
  assert.deepEqual(await ids("log --session s-7f3a --turn 2 cart.ts"), ["v8"]);
  assert.deepEqual(await ids("log --turn t-3 --author human"), []);
  for (const argv of ["log --session 7f", "log --turn 9"]) {
    assert.equal((await runFake(argv.split(" "), world)).exit, 3, argv);
  }
  assert.equal((await runFake(["log", "--global", "--turn", "1"], world)).exit, 2);
});

test("a group counts all of its versions, and a page has so many groups", async () => {
  for (const by of ["turn", "session", "file"]) {
    const of = ({ groups, files }: Record<string, unknown[]>) => groups ?? files ?? [];
    const whole = of(await ask(`log --group ${by}`));
    assert.ok(whole.length > 3, by);
    const paged: unknown[] = [];
    for (let next = ""; next !== null; ) {
      const page = await ask(`log --group ${by} -n 2${next === "" ? "" : ` --cursor ${next}`}`);
      assert.ok(of(page).length <= 2, by);
      paged.push(...of(page));
      next = page.next;
    }
    assert.deepEqual(paged, whole, by);
    const oldest = of(await ask(`log --group ${by} --reverse -n 1`));
    assert.equal(oldest.length, 1);
  }
});

test("a filter that matches nothing leaves nothing, in a pipe as well", async () => {
  for (const argv of ["log --include *.nope", "log --turn t-3 --author human"]) {
    const { exit, stdout } = await runFake(argv.split(" "), world);
    assert.deepEqual([exit, stdout], [0, ""], argv);
  }
});

test("a cursor of one author's listing is not one of another's", async () => {
  const { next } = await ask("log -n 1 --author human");
  assert.deepEqual(await ids(`log -n 1 --author human --cursor ${next}`), ["v4"]);
  const other = await runFake(["log", "-n", "1", "--cursor", next], world);
  assert.equal(other.exit, 2);
});

test("a histogram counts what a listing by author lists", async () => {
  for (const filter of ["--author human", "--author $all-agent", "--turn 1"]) {
    const { total } = await ask(`log --histogram=4 ${filter}`);
    assert.equal(total, (await ids(`log ${filter}`)).length, filter);
  }
});

test("on a terminal the author stands behind the version, and a turn below its versions", async () => {
  const { stdout } = await runFake(["log"], onTerminal);
  const lines = stdout.split("\n");
  assert.match(lines[2] ?? "", / v13 {2}s-80c1 or s-7f91$/);
  const at = lines.indexOf(' 13:07:07  25m  ── turn t-2 "no test" ── 2 files +2 -4');
  assert.match(lines[at - 1] ?? "", /cart\.ts .* v8 {3}claude-code s-7f3a$/);
  assert.match(lines[at + 1] ?? "", /price\.ts .* v7 {3}unknown$/);
});

test("a turn is told on the page on which it began, if any of its versions are listed at all", async () => {
  const turns = ({ turns: all }: { turns: { id: string }[] }) => all.map(({ id }) => id);
  assert.deepEqual(turns(await ask("log")), ["t-3", "t-2", "t-1"]);
  assert.deepEqual(turns(await ask("log --reverse")), ["t-1", "t-2", "t-3"]);
  assert.deepEqual(turns(await ask("log cart.test.ts")), ["t-2", "t-1"]);
  assert.deepEqual(turns(await ask("log --include tax.ts")), ["t-3"]);
  assert.deepEqual(turns(await ask("log --turn 1")), ["t-1"]);
  assert.deepEqual(turns(await ask("log --author human")), []);
  const told: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await ask(`log -n 2${cursor}`);
    told.push(...turns(page));
    if (page.next === null) break;
    cursor = ` --cursor ${page.next}`;
  }
  assert.deepEqual(told, ["t-3", "t-2", "t-1"]);
});

test("versions are gathered by turn and by session, and the others by kind of author", async () => {
  const named = async (argv: string) =>
    (await ask(argv)).groups.map(
      (group: { turn: string | null; session: string | null; author: { type: string } }) =>
        group.turn ?? group.session ?? group.author.type,
    );
  assert.deepEqual(await named("log --group turn"), [
    "unf",
    "agent",
    "t-3",
    "human",
    "t-2",
    "unknown",
    "t-1",
  ]);
  assert.deepEqual(await named("log --group session"), [
    "unf",
    "agent",
    "s-80c1",
    "human",
    "s-7f3a",
    "unknown",
  ]);
  const [, , , , , , last] = (await ask("log --group turn")).groups;
  assert.deepEqual(
    [last.label, last.versions, last.files, last.added, last.removed],
    ["add coupons", 2, 2, 4, 2],
  );
});

test("sessions and the work of people stand in one list, which paths and authors narrow", async () => {
  const named = async (argv: string, setup = world) =>
    (await ask(argv, setup)).sessions.map(({ id }: { id: string }) => id);
  assert.deepEqual(await named("log --sessions"), ["s-7f91", "s-80c1", "s-7f3a", "work-3"]);
  assert.deepEqual(await named("log --sessions -n 2"), ["s-7f91", "s-80c1"]);
  assert.deepEqual(await named("log --sessions cart.ts"), ["work-10", "s-7f3a"]);
  assert.deepEqual(await named("log --sessions --author codex"), ["s-80c1"]);
  assert.deepEqual(await named("log --sessions --author human"), ["work-10", "work-3"]);
  const everywhere = { projects: [studio, api], cwd: "/tmp" };
  assert.deepEqual((await named("log --sessions --global", everywhere))[0], "work-1");
  assert.equal((await runFake(["log", "--sessions", "--group", "turn"], world)).exit, 2);
});

test("a stretch of work is yours only where no agent was about", async () => {
  const who = async (argv: string) => {
    const { sessions } = await ask(argv);
    return sessions.at(-1).author.type;
  };
  assert.equal(await who("log --sessions notes.md"), "human");
  assert.equal(await who("log --sessions"), "unknown");
});

test("without agents a terminal shows no authors", async () => {
  const { stdout } = await runFake(["log"], { projects: [shop], tty: true });
  assert.ok(!stdout.includes("you"));
});
