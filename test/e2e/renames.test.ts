import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { type LogEntry, type Story, tellingBeside, tellStory } from "./story.ts";

const tellBeside = tellingBeside();

interface Entry extends LogEntry {
  readonly renamed_from?: string;
  readonly renamed_to?: string;
  readonly evidence?: string;
}

const text = (name: string): string =>
  Array.from({ length: 20 }, (_, n) => `${name}, line ${n}\n`).join("");

/** The last changes as a person sees them, newest first: settled versions without departures. */
async function shown(story: Story, ...args: string[]): Promise<Entry[]> {
  const { stdout } = await story.unf("log", "--json", "-n", "100000", ...args);
  return JSON.parse(stdout).entries;
}

const inShort = ({ kind, path, renamed_from, added, removed }: Entry): string =>
  `${kind} ${path}${renamed_from === undefined ? "" : ` < ${renamed_from}`} +${added} -${removed}`;

/** Waits until the rows of the last change are as wanted, with nobody asking the daemon to hurry. */
async function untilShown(story: Story, wanted: readonly string[]): Promise<void> {
  let seen: string[] = [];
  await until(
    `shown are ${wanted.join(", ")}`,
    async () => {
      seen = (await shown(story)).slice(0, wanted.length).map(inShort);
      return JSON.stringify(seen.toSorted()) === JSON.stringify(wanted.toSorted());
    },
    { everyMs: 100 },
  ).catch((thrown: unknown) => {
    throw new Error(`seen last: ${seen.join(", ")}`, { cause: thrown });
  });
}

test("a moved file is one line, and its log and its versions go on under the new name", async () => {
  await using story = await tellBeside((at) => {
    writeFileSync(at("vat.ts"), text("vat"));
    writeFileSync(at("Readme"), "short\n");
  });
  renameSync(story.at("vat.ts"), story.at("tax.ts"));
  renameSync(story.at("Readme"), story.at("readme"));
  await untilShown(story, ["rename tax.ts < vat.ts +0 -0", "rename readme < Readme +0 -0"]);
  appendFileSync(story.at("tax.ts"), "more\n");
  await story.flush();
  assert.deepEqual((await shown(story, "tax.ts")).map(inShort), [
    "modify tax.ts +1 -0",
    "rename tax.ts < vat.ts +0 -0",
    "create vat.ts +20 -0",
  ]);
  assert.equal((await shown(story, "--no-follow", "tax.ts")).length, 2);
  const [left] = await shown(story, "vat.ts");
  assert.deepEqual([left?.kind, left?.renamed_to, left?.cause], ["delete", "tax.ts", "renamed"]);
  const [newest] = await shown(story, "tax.ts");
  assert.equal((await story.unf("cat", `${newest?.id}~2`)).stdout, text("vat"));
  assert.equal((await story.tryUnf(["cat", "vat.ts"])).code, 3);
  const renames = await shown(story, "--kind", "rename");
  assert.deepEqual(
    renames.map(({ evidence }) => evidence),
    ["inode", "inode"],
  );
});

test("a restore to before a rename brings the old path back, and is no rename itself", async () => {
  await using story = await tellBeside((at) => writeFileSync(at("old.txt"), text("a")));
  renameSync(story.at("old.txt"), story.at("new.txt"));
  await story.flush();
  await story.unf("restore", "--at", "v1", "--delete", "--yes");
  assert.equal(readFileSync(story.at("old.txt"), "utf8"), text("a"));
  await story.flush();
  const own = (await shown(story)).filter(({ cause }) => cause === "operation").map(inShort);
  assert.deepEqual(own.toSorted(), ["create old.txt +20 -0", "delete new.txt +0 -20"]);
  await story.unf("diff", "--at", "v1", "--exit-code");
});

test("a moved directory is one rename a file, with the daemon there or away", async () => {
  const files = Array.from({ length: 300 }, (_, n) => `d${n % 7}/f${n}.txt`);
  await using story = await tellStory((at) => {
    for (const file of files) {
      mkdirSync(dirname(at(`dir/${file}`)), { recursive: true });
      writeFileSync(at(`dir/${file}`), `${file}\n`);
    }
  });
  const renamed = (to: string, from: string): string[] =>
    files.map((file) => `rename ${to}/${file} < ${from}/${file} +0 -0`);
  renameSync(story.at("dir"), story.at("dir2"));
  await untilShown(story, renamed("dir2", "dir"));
  await story.unf("stop");
  renameSync(story.at("dir2"), story.at("dir3"));
  await story.unf("start");
  await untilShown(story, renamed("dir3", "dir2"));
  const [first] = await shown(story, "dir3/d0/f0.txt");
  assert.equal(first?.renamed_from, "dir2/d0/f0.txt");
  assert.equal((await shown(story, "dir3/d0/f0.txt")).length, 3);
});

test("moves within, into and out of the project, and a move with an edit, are told apart", async () => {
  await using story = await tellBeside((at) => {
    for (const name of ["stays", "leaves", "edited"]) writeFileSync(at(`${name}.txt`), text(name));
  });
  const outside = `${story.home.root}/outside`;
  mkdirSync(outside);
  writeFileSync(`${outside}/comes.txt`, text("comes"));
  mkdirSync(story.at("sub"));
  renameSync(story.at("stays.txt"), story.at("sub/stays.txt"));
  renameSync(story.at("leaves.txt"), `${outside}/leaves.txt`);
  renameSync(`${outside}/comes.txt`, story.at("comes.txt"));
  // Both at once for the recorder, however slow this process is between them.
  const daemon = await story.daemonPid();
  process.kill(daemon, "SIGSTOP");
  renameSync(story.at("edited.txt"), story.at("sub/renamed.txt"));
  appendFileSync(story.at("sub/renamed.txt"), "one more line\n");
  process.kill(daemon, "SIGCONT");
  await untilShown(story, [
    "rename sub/stays.txt < stays.txt +0 -0",
    "delete leaves.txt +0 -20",
    "create comes.txt +20 -0",
    "rename sub/renamed.txt < edited.txt +1 -0",
  ]);
});

test("an atomic save is a modification, however often and however fast", async () => {
  await using story = await tellBeside((at) => {
    for (let n = 0; n < 20; n += 1) writeFileSync(at(`f${n}.txt`), text(`${n}`));
  });
  for (let round = 0; round < 5; round += 1) {
    const names = Array.from({ length: 20 }, (_, n) => `f${n}.txt`);
    for (const [n, name] of names.entries()) {
      writeFileSync(story.at(`${name}.tmp`), `${text(`${n}`)}round ${round}\n`);
    }
    // Some temporaries are recorded before they are moved over their targets.
    if (round % 2 === 0) await story.flush();
    for (const name of names) renameSync(story.at(`${name}.tmp`), story.at(name));
  }
  await story.flush();
  const settled = (await shown(story)).filter(({ cause }) => cause !== "baseline");
  const saved = settled.filter(({ path }) => path.endsWith(".txt"));
  assert.deepEqual([...new Set(saved.map(({ kind }) => kind))], ["modify"]);
  const all = await story.log();
  assert.ok(all.every(({ kind, cause }) => kind !== "rename" && cause !== "renamed"));
});

test("a checkout that renames 25 directories is renames, equal files and edited ones too", async () => {
  const directories = Array.from({ length: 25 }, (_, n) => n);
  await using story = await tellBeside((at) => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: at(".") });
    git("init", "-q", "-b", "main");
    for (const n of directories) {
      mkdirSync(at(`old-${n}`));
      for (let file = 0; file < 4; file += 1) {
        writeFileSync(at(`old-${n}/f${file}.txt`), text(`${n} ${file}`));
      }
      // The same in every directory.
      writeFileSync(at(`old-${n}/licence`), text("licence"));
    }
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    git("checkout", "-q", "-b", "moved");
    for (const n of directories) {
      cpSync(at(`old-${n}`), at(`new-${n}`), { recursive: true });
      rmSync(at(`old-${n}`), { recursive: true });
      appendFileSync(at(`new-${n}/f3.txt`), "edited\n");
    }
    git("add", "-A");
    git("commit", "-q", "-m", "two");
    git("checkout", "-q", "main");
  });
  execFileSync("git", ["checkout", "-q", "moved"], { cwd: story.home.project });
  await story.flush();
  const wanted = directories.flatMap((n) =>
    ["f0.txt", "f1.txt", "f2.txt", "f3.txt", "licence"].map(
      (file) => `rename new-${n}/${file} < old-${n}/${file}`,
    ),
  );
  // A file that was looked at while git wrote it has a modification after its rename.
  const seen = (await shown(story))
    .filter(({ cause, kind }) => cause !== "baseline" && kind !== "modify")
    .map((entry) => inShort(entry).replace(/ [+]\d+ -\d+$/, ""));
  assert.deepEqual(seen.toSorted(), wanted.toSorted());
});
