import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, encodeUtf8, finish, type ProjectId, type RelPath } from "@unf/core/base";
import { objectsDirectory, timelinePath } from "@unf/core/home";
import {
  convertFormer,
  nothingOpen,
  repairHome,
  type VerifyReport,
  verifyHome,
} from "@unf/maintenance";
import { Random } from "../../engine/random.ts";
import { testSeed } from "../../kit/seed.ts";
import { modelDigest } from "../digest.ts";
import { home, type Kept, MemoryHome, silent } from "./memory-home.ts";

// `unf verify --repair`, carried out by the production code over ports in memory, on a machine whose
// power fails before each of its steps.

const seed = testSeed();
const first = "a".repeat(16) as ProjectId;
const second = "b".repeat(16) as ProjectId;

const version = (project: ProjectId, path: string, text: string): Kept => ({
  project,
  path: path as RelPath,
  text,
});

const trashed = version(first, "a.txt", "in the trash, too\n");
const inboxed = version(first, "b.txt", "in an inbox, too\n");
const gone = version(second, "d.txt", "nowhere any more\n");
const sound = [version(first, "e.txt", "sound 1\n"), version(second, "e.txt", "sound 2\n")];
const versions = [trashed, sound[0], inboxed, gone, sound[1]] as readonly Kept[];
const roots = new Map([
  [first, "/home/u/first" as AbsPath],
  [second, "/home/u/second" as AbsPath],
]);

/** A home with a damaged timeline, and with contents that are damaged or missing. */
function makeDamaged(): MemoryHome {
  const made = new MemoryHome();
  const { disk } = made.machine;
  for (const [id, root] of roots) made.addProject(id, root);
  for (const one of versions) made.record(one, { isInboxed: one === inboxed });
  const place = (text: string): AbsPath => {
    const hash = modelDigest(encodeUtf8(text));
    return `${objectsDirectory(home)}/${hash.slice(0, 2)}/${hash.slice(2)}` as AbsPath;
  };
  made.store().trash(modelDigest(encodeUtf8(trashed.text)));
  made.write(place(trashed.text), "damaged");
  disk.remove(place(gone.text));
  made.write(`${timelinePath(home, first)}-wal` as AbsPath, "an old log");
  made.timelines.damage(first);
  disk.syncAll("/" as AbsPath);
  return made;
}

/** Does what the start of a recorder does, and then what the command does. */
async function repair(made: MemoryHome): Promise<void> {
  const world = made.open();
  convertFormer(world, silent);
  const { errors } = verify(made);
  await repairHome({ ...world, builder: made.timelines.builder() }, nothingOpen, {
    timelines: errors.flatMap((one) => (one.kind === "timeline" ? [one.project] : [])),
    objects: [],
  });
  // Which contents are concerned is known once every timeline can be read.
  const known = verify(made).errors;
  await repairHome({ ...world, builder: made.timelines.builder() }, nothingOpen, {
    timelines: [],
    objects: known.flatMap((one) => (one.kind === "object" ? [one.hash] : [])),
    packs: known.flatMap((one) => (one.kind === "pack" ? [one.name] : [])),
  });
}

function verify(made: MemoryHome): VerifyReport {
  const order = { project: undefined, readData: true, onProgress: () => undefined };
  return finish(verifyHome(made.open(), true, order));
}

/** Versions that are not recorded, or whose content cannot be read; empty when all can. */
function findLost(made: MemoryHome, ids: readonly ProjectId[]): string[] {
  return versions
    .filter(({ project }) => ids.includes(project))
    .filter(({ project, path, text }) => {
      const row = made.versions(project).find((one) => one.path === path);
      return row === undefined || (row.text !== text && text !== gone.text);
    })
    .map(({ path, text }) => `${path} with ${JSON.stringify(text)} is lost`);
}

function findWrong(made: MemoryHome): string[] {
  const { errors, lost } = verify(made);
  const known = lost.map(({ hash }) => hash);
  return [
    ...findLost(made, [first, second]),
    ...errors.map((one) => `still wrong: ${JSON.stringify(one)}`),
    ...(known.includes(modelDigest(encodeUtf8(gone.text))) ? [] : ["a loss is not known"]),
  ];
}

test("a repair makes good what can be made good, and a power cut right after takes nothing of it", async (t) => {
  const made = makeDamaged();
  assert.equal(verify(made).errors.length, 2);
  await made.machine.run(() => repair(made));
  t.diagnostic(`${made.machine.steps.length} steps`);
  made.machine.cut();
  assert.deepEqual(findWrong(made), []);
});

test("a repair that a power cut ends at any step loses nothing, and the next one completes it", async () => {
  const whole = makeDamaged();
  await whole.machine.run(() => repair(whole));
  const { steps } = whole.machine;
  const random = new Random(seed);
  const ways = [() => false, () => true, () => random.chance(0.5)];
  const wrong: string[] = [];
  for (const [nth, keep] of ways.entries()) {
    for (let cutBefore = 0; cutBefore < steps.length; cutBefore += 1) {
      const made = makeDamaged();
      await made.machine.run(() => repair(made), { cutBefore, keep });
      const lost = findLost(made, [second]);
      // Perhaps once more, while the first cut is made good.
      const again = random.below(steps.length * 2);
      await made.machine.run(() => repair(made), { cutBefore: again, keep });
      await repair(made);
      made.machine.cut();
      const found = [...lost, ...findWrong(made)];
      const where = `cut before ${steps[cutBefore]} (${cutBefore}, way ${nth}), then before ${again}`;
      wrong.push(...found.map((one) => `${where}: ${one}`));
    }
  }
  assert.deepEqual(wrong.slice(0, 5), []);
});
