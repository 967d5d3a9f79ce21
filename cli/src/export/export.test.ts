import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parseExported } from "@unf/answers";
import { decodePath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import { type Snapshot, unknownAuthor } from "@unf/core/timeline";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";

/** A directory for one test, and git in it, without the settings of whoever runs the test. */
function openPlace() {
  const directory = mkdtempSync(join(tmpdir(), "unf-export-"));
  const env = { PATH: process.env.PATH, HOME: directory, GIT_CONFIG_NOSYSTEM: "1" };
  return {
    directory,
    at: (name: string) => join(directory, name),
    git: (...words: readonly string[]) =>
      execFileSync("git", [...words], { cwd: directory, env, stdio: "pipe" }),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

const at = (minutes: number) => fakeNow - minutes * 60_000;
const gone = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;
const raw = decodePath(Buffer.from('caf\xe9 "x\n', "latin1"));

const program = { ...unknownAuthor, agent: "make", confidence: "process" } as const;

/** Files of every kind, one that became a directory, and what no export shows. */
const rows: readonly Snapshot[] = [
  row({ id: 1, path: "run.sh", at: at(90), event: "create", mode: 0o100755, cause: "baseline" }),
  row({ id: 2, path: "a", at: at(90), event: "create", cause: "baseline" }),
  row({ id: 3, path: "link", at: at(90), event: "create", mode: 0o120777, cause: "baseline" }),
  row({ id: 4, path: ".env", at: at(90), event: "create", cause: "baseline" }),
  row({ id: 5, path: "sub/.git/config", at: at(90), event: "create", cause: "baseline" }),
  row({ id: 6, path: raw, at: at(60), event: "create" }),
  row({ id: 7, path: "a/b", at: at(40), event: "create", author: program }),
  row({ id: 8, path: "a", at: at(40), ...gone }),
  row({ id: 9, path: "old", at: at(30), event: "create" }),
  row({ id: 10, path: "old", at: at(20), ...gone }),
  row({ id: 11, path: ".env", at: at(5) }),
];

const project = (upTo: number, contents: FakeProject["contents"] = {}): FakeProject => ({
  root: "/home/a/src/shop",
  history: { rows: rows.filter(({ id }) => id <= upTo) },
  contents: { 3: "run.sh", 7: "x\ndone\nD a/b\n", ...contents },
});

const run = (argv: readonly string[], upTo = 11) =>
  runFake([...argv, "--json"], { projects: [project(upTo)], cwd: "/home/a/src/shop" });

test("the last commit's tree is the recorded state byte for byte, with modes, links and raw names", async () => {
  using place = openPlace();
  const { exit, stdout } = await run(["export", "git", place.at("out")]);
  const report = JSON.parse(stdout);
  assert.deepEqual([exit, report.ref, report.commits], [0, "refs/unf/shop", 6]);
  const { left_out } = report;
  assert.deepEqual(
    left_out.map((one: { path: string; why: string }) => `${one.path} ${one.why}`),
    [".env secret", "sub/.git/config name"],
  );
  const git = (...words: readonly string[]) => place.git("--git-dir", place.at("out"), ...words);
  git("fsck", "--strict");
  const tree = git("ls-tree", "-rz", "refs/unf/shop")
    .toString("latin1")
    .split("\0")
    .filter(Boolean);
  const listed = tree.map((line) => line.replace(/ blob [0-9a-f]+\t/, " "));
  assert.deepEqual(listed, ["100644 a/b", '100644 caf\xe9 "x\n', "120000 link", "100755 run.sh"]);
  assert.equal(git("show", "refs/unf/shop:a/b").toString(), "x\ndone\nD a/b\n");
  assert.equal(git("show", "refs/unf/shop:link").toString(), "run.sh");
});

test("a second run adds what is new and nothing else; the same history is always the same commits", async () => {
  using place = openPlace();
  const tip = (name: string) =>
    place.git("--git-dir", place.at(name), "rev-parse", "refs/unf/shop").toString().trim();
  await run(["export", "git", place.at("a")], 6);
  const first = tip("a");
  await run(["export", "git", place.at("a")], 10);
  const second = tip("a");
  assert.equal(
    place.git("--git-dir", place.at("a"), "rev-parse", `${second}~4`).toString().trim(),
    first,
  );
  const none = JSON.parse((await run(["export", "git", place.at("a")], 11)).stdout);
  assert.deepEqual([none.commits, tip("a")], [0, second]);
  await run(["export", "git", place.at("b")], 10);
  assert.equal(tip("b"), second);
});

test("rows that were put in front since move the numbers on, and are not exported again", async () => {
  using place = openPlace();
  const first = await run(["export", "git", place.at("out")], 6);
  assert.equal(first.exit, 0);
  const older = [1, 2].map((id) => row({ id, path: `o${id}`, at: at(200), event: "create" }));
  const moved = rows.map((one) => ({ ...one, id: (one.id + 2) as SnapshotId }));
  const arrived = {
    id: 1,
    at: at(1) as WallMs,
    source: "unfudged",
    origin: "/o",
    key: "/k",
  } as const;
  const history = {
    rows: [...older, ...moved.slice(0, 9)],
    imports: [{ ...arrived, first: 1 as SnapshotId, last: 2 as SnapshotId }],
  };
  const { stdout } = await runFake(["export", "git", place.at("out"), "--json"], {
    projects: [{ ...project(6), history }],
    cwd: "/home/a/src/shop",
  });
  assert.equal(JSON.parse(stdout).versions, 3);
});

test("a commit says who wrote it, for which prompt and from which versions, without secrets", async () => {
  using place = openPlace();
  const { exit } = await runFake(["export", "git", place.at("out")], {
    projects: [studio],
    cwd: studio.root,
  });
  assert.equal(exit, 0);
  const format = "--format=%an <%ae>|%cn|%ct|%s|%(trailers:key=Unf-Turn,valueonly,separator=)";
  const log = place.git("--git-dir", place.at("out"), "log", format, "refs/unf/studio").toString();
  assert.match(log, /^claude-code <claude-code@unf\.invalid>\|unf\|\d+\|[^|]+\|t-1$/m);
  assert.doesNotMatch(log, /ghp_/);
});

test("of a repository that is in use nothing but the ref changes, and a ref in use is refused", async () => {
  using place = openPlace();
  mkdirSync(place.at("repo"));
  place.git("-C", "repo", "init", "--quiet", "--initial-branch=main");
  writeFileSync(place.at("repo/f"), "f\n");
  place.git("-C", "repo", "add", "f");
  place.git(
    "-C",
    "repo",
    "-c",
    "user.name=x",
    "-c",
    "user.email=x@y",
    "commit",
    "--quiet",
    "-m",
    "m",
  );
  writeFileSync(place.at("repo/f"), "changed\n");
  const picture = () =>
    [
      readFileSync(place.at("repo/.git/index"), "latin1"),
      readFileSync(place.at("repo/.git/HEAD"), "latin1"),
      readFileSync(place.at("repo/f"), "latin1"),
      place.git("-C", "repo", "for-each-ref", "refs/heads").toString(),
    ].join("|");
  const before = picture();
  assert.equal((await run(["export", "git", place.at("repo")])).exit, 0);
  assert.equal(picture(), before);
  const refused = [
    await run(["export", "git", place.at("repo"), "--ref", "refs/heads/main"]),
    await run(["export", "git", place.at("repo/.git/refs")]),
  ];
  assert.deepEqual(
    refused.map(({ exit }) => exit),
    [4, 4],
  );
  assert.equal((await run(["export", "git", place.at("repo"), "--ref", "main"])).exit, 2);
  assert.equal(picture(), before);
});

test("a ref that moves while it is written, and one that stands for another, stay as they are", async () => {
  using place = openPlace();
  assert.equal((await run(["export", "git", place.at("out")], 6)).exit, 0);
  const git = (...words: readonly string[]) =>
    place
      .git("--git-dir", place.at("out"), ...words)
      .toString()
      .trim();
  const move = () => {
    const tree = git("rev-parse", "refs/unf/shop^{tree}");
    const as = ["-c", "user.name=x", "-c", "user.email=x@y"];
    git("update-ref", "refs/unf/shop", git(...as, "commit-tree", "-m", "other", tree));
  };
  let isMoved = false;
  // Asked of a row when it is put into a commit: what the ref holds is known by then.
  const busyRow = (one: Snapshot): Snapshot => ({
    ...one,
    get cause() {
      if (!isMoved) move();
      isMoved = true;
      return one.cause;
    },
  });
  const busy = { ...project(0), history: { rows: rows.slice(0, 10).map(busyRow) } };
  const words = ["export", "git", place.at("out"), "--json"];
  const { exit, stderr } = await runFake(words, { projects: [busy], cwd: busy.root });
  assert.equal(exit, 5, stderr);
  assert.equal(git("log", "-1", "--format=%s", "refs/unf/shop"), "other");
  git("symbolic-ref", "refs/unf/alias", "refs/heads/main");
  assert.equal((await run([...words, "--ref", "refs/unf/alias"])).exit, 4);
});

test("what git calls broken is left out: the repository passes its strictest check", async () => {
  using place = openPlace();
  const link = { mode: 0o120777 } as const;
  const hostile = [
    row({ id: 1, path: "a\\.git", at: at(9), event: "create" }),
    row({ id: 2, path: "gitmod~1", at: at(9), event: "create", ...link }),
    row({ id: 3, path: "-x", at: at(9), event: "create" }),
    row({ id: 4, path: "plain", at: at(9), event: "create" }),
  ];
  const history = { rows: hostile };
  const { stdout } = await runFake(["export", "git", place.at("out"), "--json"], {
    projects: [{ ...project(0), history, contents: { 2: "plain" } }],
    cwd: "/home/a/src/shop",
  });
  const left: readonly { readonly path: string }[] = JSON.parse(stdout).left_out;
  assert.deepEqual(left.map(({ path }) => path).sort(), ["a\\.git", "gitmod~1"]);
  place.git("--git-dir", place.at("out"), "fsck", "--strict");
});

test("of a ref that was begun before something was forgotten it is said that it may hold it", async () => {
  using place = openPlace();
  const done = { kind: "path", pattern: "old", lasting: false, hashes: [], state: "done" } as const;
  const order = { ...done, id: 1, at: at(1) as WallMs, upTo: 6 as SnapshotId, snapshots: 2 };
  const forgot = (rows: readonly Snapshot[], snapshots = 2) => ({
    ...project(0),
    history: { rows, forgettings: [{ ...order, snapshots }] },
  });
  const say = async (name: string, one: FakeProject) => {
    const words = ["export", "git", place.at(name), "--json"];
    const { stdout } = await runFake(words, { projects: [one], cwd: one.root });
    return JSON.parse(stdout).forgotten_since;
  };
  assert.equal(await say("out", project(6)), 0);
  assert.equal(await say("out", forgot(rows)), 1);
  assert.equal(await say("out", forgot(rows)), 1, "until it is exported anew");
  assert.equal(await say("out", forgot(rows, 0)), 0, "nothing was deleted");
  assert.equal(await say("other", forgot(rows)), 0);
  assert.equal(await say("other", forgot(rows)), 0);
});

test("a prompt that is worded like a trailer is none", () => {
  const trailers = "Unf-Through: v3\nUnf-Project: 0123456789abcdef\nUnf-Imported: 0\n";
  const label = "Unf-Through: v99\n\n1 changed";
  assert.equal(parseExported(`${label}\n\n${trailers}`)?.through, 3);
  assert.equal(parseExported(trailers.replace("v3", "v3x")), undefined);
});

test("--since begins with the tree of then; a dry run makes nothing", async () => {
  using place = openPlace();
  const since = ["--since", "45m"];
  const dry = JSON.parse((await run(["export", "git", place.at("out"), ...since, "-n"])).stdout);
  assert.equal(existsSync(place.at("out")), false);
  const real = JSON.parse((await run(["export", "git", place.at("out"), ...since])).stdout);
  assert.deepEqual([dry.commits, dry.left_out], [real.commits, real.left_out]);
  const first = place
    .git("--git-dir", place.at("out"), "rev-list", "--max-parents=0", "refs/unf/shop")
    .toString()
    .trim();
  const names = place.git("--git-dir", place.at("out"), "ls-tree", "--name-only", "-z", first);
  assert.deepEqual(names.toString("latin1").split("\0").filter(Boolean), [
    "a",
    'caf\xe9 "x\n',
    "link",
    "run.sh",
  ]);
});

test("a content that is lost is named, the rest is written, and the exit code says so", async () => {
  using place = openPlace();
  const lost = new Proxy({} as Record<number, string>, {
    get: (_, id) => {
      if (id === "1") throw new UnfError("store_damaged", "content lost");
      return undefined;
    },
  });
  const broken = { ...project(6), contents: lost };
  const { exit, stdout } = await runFake(["export", "git", place.at("out"), "--json"], {
    projects: [broken],
    cwd: broken.root,
  });
  assert.equal(exit, 8);
  assert.deepEqual(JSON.parse(stdout).lost, [{ path: "run.sh", version: "v1" }]);
});

test("tar reads the archive of an instant back, and it is the same bytes every time", async () => {
  using place = openPlace();
  const words = ["export", "tar", "--at", "25m", "-o"];
  const { exit } = await run([...words, place.at("a.tar")]);
  assert.equal(exit, 0);
  await run([...words, place.at("b.tar")]);
  assert.ok(readFileSync(place.at("a.tar")).equals(readFileSync(place.at("b.tar"))));
  const out = place.at("out");
  mkdirSync(out);
  execFileSync("tar", ["-xf", place.at("a.tar"), "-C", out]);
  const listed = execFileSync(
    "find",
    [".", "(", "-type", "f", "-o", "-type", "l", ")", "-printf", "%m %y %p %l\\0"],
    {
      cwd: out,
    },
  );
  assert.deepEqual(listed.toString("latin1").split("\0").filter(Boolean).sort(), [
    "644 f ./a/b ",
    '644 f ./caf\xe9 "x\n ',
    "644 f ./old ",
    "644 f ./sub/.git/config ",
    "755 f ./run.sh ",
    "777 l ./link run.sh",
  ]);
  assert.equal(
    (await run([...words, place.at("a.tar")])).exit,
    4,
    "an existing file is left alone",
  );
});

test("an archive has the modes of directories that are known, and those of private ones among them", async () => {
  using place = openPlace();
  const history = { ...project(11).history, modes: { "": 0o40755, sub: 0o40700, a: 0o40500 } };
  const setup = { projects: [{ ...project(11), history }], cwd: "/home/a/src/shop" };
  const { exit } = await runFake(["export", "tar", "--at", "25m", "-o", place.at("a.tar")], setup);
  assert.equal(exit, 0);
  const list = (...words: string[]) =>
    execFileSync("tar", ["-tf", place.at("a.tar"), ...words]).toString("latin1");
  assert.deepEqual(list().match(/^.*\/$/gm), ["a/", "sub/", "sub/.git/"]);
  assert.match(list(), /^a\/\na\/b\n/, "before what lies in it");
  assert.deepEqual(list("-v").match(/^d\S+/gm), ["dr-x------", "drwx------", "drwx------"]);
});

test("an archive goes to a pipe as it is, and to no terminal", async () => {
  const chunks: Uint8Array[] = [];
  const setup = { projects: [project(11)], cwd: "/home/a/src/shop" };
  const words = ["export", "tar", "--at", "25m"];
  await runFake(words, { ...setup, onStdout: (chunk) => chunks.push(chunk) });
  const bytes = Buffer.concat(chunks);
  assert.deepEqual([bytes.length % 10_240, bytes.subarray(257, 262).toString()], [0, "ustar"]);
  assert.equal((await runFake(words, { ...setup, tty: true })).exit, 4);
  assert.equal((await runFake(["export", "tar"], setup)).exit, 2);
  assert.equal((await runFake(["export", "git"], setup)).exit, 2);
});
