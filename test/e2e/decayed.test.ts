import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { AbsPath, SnapshotId, WallMs } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import { openTimeline } from "@unf/timeline";
import {
  marks,
  ofContent,
  ofDiff,
  ofExport,
  ofRestore,
  putMarks,
  type Word,
} from "../conformance/past-answers.ts";
import { onlyTimeline } from "../fault/checker/check-home.ts";
import { always } from "../kit/always.ts";
import { bundleOf, until } from "../kit/index.ts";
import { startAgent } from "./mcp-agent.ts";
import { type Story, tellStory } from "./story.ts";
import { type PastAct, stoodAt, tellPast } from "./weeks.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Three weeks of work, the oldest first: a file that is written all day, one that comes and goes, one
 * for each day, and around `then` one of each kind that thinning could take for another.
 */
function threeWeeks(now: number, then: number): PastAct[] {
  const acts: PastAct[] = [];
  const act = (at: number, path: string, text?: string) =>
    void acts.push({ at: at as WallMs, path, text: text && `${text}\n` });
  const daily = Math.floor(now / day) * day;
  for (let age = 21; age > 0; age -= 1) {
    const morning = daily - age * day;
    act(morning, `day-${age}`, "new");
    act(morning + minute, `day-${age}`, "done");
    for (let step = 0; step < 24; step += 1) {
      act(morning + step * 20 * minute, "steady", `${age} ${step}`);
      act(
        morning + (step * 20 + 7) * minute,
        "visitor",
        step % 3 < 2 ? `${age} ${step}` : undefined,
      );
    }
  }
  act(then - 20 * minute, "born", "1");
  act(then + 20 * minute, "born", "2");
  act(then - 10 * day, "grown", "1");
  act(then - 15 * minute, "grown", "2");
  act(then - 10 * day, "dying", "1");
  act(then - 10 * minute, "dying", "2");
  act(then + 10 * minute, "dying");
  act(then + 15 * minute, "dying", "3");
  act(then - 25 * minute, "dead", "1");
  act(then - 5 * minute, "dead");
  act(then + 25 * minute, "later", "1");
  return acts.filter(({ at }) => at < now - hour).sort((a, b) => a.at - b.at);
}

test("weeks later, an exact restore deletes nothing that existed then, and all that did not", async () => {
  const now = Date.now();
  // In the middle of an hour, so that what was before and after it lies in one.
  const then = (Math.floor((now - 3 * day) / hour) * hour + 30 * minute) as WallMs;
  const acts = threeWeeks(now, then);
  await using story = await tellStory();
  await story.unf("stop");
  const last = stoodAt(acts, now as WallMs);
  for (const [path, text] of last) writeFileSync(story.at(path), text);
  tellPast(story.home, acts);
  // Not before: what has been done once is done again a day later.
  await story.unf("config", "set", "housekeeping.idle", "1s");
  const recorded = (await story.log()).length;
  await story.unf("start");
  const note = join(story.home.unfHome, "run/housekeeping.json");
  await until(
    "the daemon thinned by itself",
    () => existsSync(note) && Boolean(JSON.parse(readFileSync(note, "utf8")).jobs?.decay),
    { limitMs: 120_000 },
  );
  const left = await story.log();
  assert.ok(left.length < recorded, `${left.length} of ${recorded} versions are left`);

  await story.unf("stop", "--yes");
  const id = acts.filter(({ at }) => at <= then).length as SnapshotId;
  {
    using timeline = openTimeline(onlyTimeline(story.home.unfHome) as AbsPath, always);
    putMarks(timeline, then, id);
  }
  assert.deepEqual(await contradictions(story, formatUtc(then)), []);
  await story.unf("start");
  const restored = await story.tryUnf(["restore", "--exact", "--at", formatUtc(then), "--yes"]);
  assert.equal(restored.code, 8, restored.stdout + restored.stderr);
  const stood = stoodAt(acts, then);
  assert.ok(stood.has("born") && stood.has("dying") && !stood.has("dead") && !stood.has("later"));
  for (const path of new Set([...last.keys(), ...stood.keys()])) {
    const found = existsSync(story.at(path)) ? readFileSync(story.at(path), "utf8") : undefined;
    const wanted = [stood.get(path)];
    // Of what is no longer kept the file of now stays.
    if (wanted[0] !== undefined) wanted.push(last.get(path));
    assert.ok(wanted.includes(found), `${path} is ${found}, not ${wanted.join(" or ")}`);
    if (found !== wanted[0])
      assert.match(restored.stdout + restored.stderr, new RegExp(`\\b${path}\\b`));
  }
  assert.deepEqual(
    ["dead", "later", "day-2"].filter((path) => existsSync(story.at(path))),
    [],
  );
});

/** The states at an instant: `born` and `dying` in a version that thinning took. */
const answers = {
  ...{ born: "thinned", dying: "thinned", grown: "kept", dead: "absent", later: "absent" },
  ...{ "day-20": "kept", "day-2": "absent" },
} as const;

type Answer = (path: string) => Word | Promise<Word>;

/** Readers, as processes of their own, that say something else of a file than the others. */
async function contradictions(story: Story, instant: string): Promise<string[]> {
  const unf = (...words: string[]) => story.tryUnf(words);
  const plan = async (...words: string[]) => ofRestore(await unf(...words, "-n", "--json"));
  const exact = (...words: string[]) => plan("restore", "--exact", ...words);
  await using agent = await startAgent(story);
  const readers: Readonly<Record<string, () => Promise<Answer>>> = {
    cat: async () => async (path) => ofContent(await unf("cat", path, "--at", instant)),
    diff: async () => ofDiff(await unf("diff", "--at", instant, "--json")),
    "--turn": () => exact("--turn", marks.turn),
    "--session": () => exact("--session", marks.session),
    ...Object.fromEntries(marks.names.map((name) => [name, () => exact("--at", name)])),
    "without --exact": () => plan("restore", "--at", instant),
    "restore --to": async () =>
      ofExport(
        await unf("restore", "--to", `${story.home.root}/to`, "--at", instant, "-n", "--json"),
      ),
    "a plan of an agent": async () => {
      const asked = { at: instant, delete_newer: true };
      const { document } = await agent.call("unf_restore_plan", asked);
      return ofRestore({ code: 0, stdout: JSON.stringify(document), stderr: "" });
    },
    "the library": () => askLibrary(story, `{ at: new Date(${JSON.stringify(instant)}) }`),
    "an archive": async () => {
      const archive = join(story.home.root, "then.tar");
      const said = await unf("export", "tar", "--output", archive, "--at", instant, "--json");
      const listed = execFileSync("tar", ["-tf", archive], { encoding: "utf8" }).split("\n");
      const actions = listed.map((path) => ({ path }));
      const document = { ...JSON.parse(said.stdout), actions };
      return ofExport({ ...said, stdout: JSON.stringify(document) });
    },
  };
  const wrong: string[] = [];
  for (const [reader, read] of Object.entries(readers)) {
    const answer = await read();
    for (const [path, wanted] of Object.entries(answers)) {
      const word = await answer(path);
      if (word !== "-" && word !== wanted) wrong.push(`${reader}: ${path} is ${word}`);
    }
  }
  return wrong;
}

/** Asks for an exact restore as a program does that imports the library. */
async function askLibrary(story: Story, target: string): Promise<Answer> {
  const program = join(story.home.root, "ask.cjs");
  const library = join(dirname(bundleOf("unf")), "client.cjs");
  writeFileSync(
    program,
    `const { openProject } = require(${JSON.stringify(library)});
     (async () => {
       const unf = await openProject(${JSON.stringify(story.home.project)});
       const said = await unf.restore(${target}, { exact: true, dryRun: true });
       await unf.close();
       console.log(JSON.stringify(said));
     })();`,
  );
  return ofRestore(await story.tryUnf([], { program }));
}
