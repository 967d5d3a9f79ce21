import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type AbsPath, encodeUtf8, StorageError, UnfError } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { daemonLockPath, projectDirectory, timelinePath } from "@unf/core/home";
import { guardWrites, openFileSystem } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openWriter } from "@unf/wiring";
import {
  forgetHome,
  homeWork,
  nothingWatched,
  openRecorderWorld,
  openStore,
  type RecorderWorld,
} from "@unf/wiring/recorder";
import { Random } from "../engine/random.ts";
import { makeAgentUndo } from "../exchange/foreign-stores.ts";
import { isLongForm, type TempHome, tempHome } from "../kit/index.ts";
import { makeForgetHome, projects } from "./forget-home.ts";

/** At about so many writes of each deed the permission ends. */
const tries = isLongForm("UNF_WRITE_GUARD") ? 24 : 6;

const quiet = () => undefined;
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };

const [one = "", two = ""] = projects;
const forgetting = { patterns: [], hash: null, before: null, plan: null, lasting: false };
const nothingOpen = { timeline: quiet, release: async () => undefined };

type Deed = (world: RecorderWorld, project: AbsPath) => Promise<unknown>;

/** Deeds that change most of a home, each with many writes of every kind. */
const deeds: Readonly<Record<string, Deed>> = {
  "forget paths": (world) =>
    forgetHome(world, nothingWatched(world.home), {
      ...{ ...forgetting, what: "paths", project: one, patterns: ["*.ts", "/.env"], lasting: true },
    }),
  "forget a project": (world) =>
    forgetHome(world, nothingWatched(world.home), { ...forgetting, what: "project", project: one }),
  import: (world, project) =>
    homeWork.import(world, nothingOpen, { source: "agent-undo", directory: project, only: null }),
  collect: (world) => homeWork.collect(world, nothingOpen, { dry_run: false, empty_trash: true }),
  repair: (world) => {
    const objects = openStore(world.home, openFileSystem());
    const damaged = ["0", "1", "2"].flatMap((digit) => objects.list(`${digit}${digit}`));
    return homeWork.repair(world, nothingOpen, { timelines: [two], objects: damaged });
  },
};

for (const [name, deed] of Object.entries(deeds)) {
  test(`${name}: from any write on that is refused, nothing changes any more`, async () => {
    await using home = tempHome();
    const model = join(home.root, "model");
    makeForgetHome(model as AbsPath, new Random(7));
    addGarbage(model as AbsPath);
    makeForeign(home.project);
    const { asked } = await runUntil(home, model, deed, Number.POSITIVE_INFINITY);
    assert.ok(asked > 5, `${asked} writes`);
    for (let allowed = 0; allowed < asked; allowed += 1 + Math.floor(asked / tries)) {
      const { outcome, then, end } = await runUntil(home, model, deed, allowed);
      assert.equal(end, then, `after ${allowed} writes`);
      assert.ok(outcome === "lock_lost", `after ${allowed} writes: ${outcome}`);
    }
  });
}

test("a command without its lock refuses whatever it is asked for", async () => {
  await using home = tempHome();
  makeForgetHome(home.unfHome as AbsPath, new Random(7));
  await using writer = await openWriter(home.unfHome as AbsPath, "process");
  rmSync(daemonLockPath(home.unfHome as AbsPath));
  const before = picture(home.unfHome, home.root);
  const lost = { name: "UnfError", code: "lock_lost" };
  const params = { ...forgetting, what: "project", project: one } as const;
  await assert.rejects(writer.request("forget", params), lost);
  await assert.rejects(writer.request("collect", { dry_run: false, empty_trash: true }), lost);
  await assert.rejects(writer.request("repair", { timelines: [one], objects: [] }), lost);
  assert.equal(picture(home.unfHome, home.root), before);
});

/** Carries it out in a copy of the model, in which so many writes are allowed. */
async function runUntil({ root, project }: TempHome, model: string, deed: Deed, allowed: number) {
  const copy = join(root, "copy") as AbsPath;
  rmSync(copy, { recursive: true, force: true });
  cpSync(model, copy, { recursive: true, preserveTimestamps: true });
  let asked = 0;
  let then: string | undefined;
  using _ = guardWrites(copy, () => {
    asked += 1;
    if (asked <= allowed) return;
    then ??= picture(copy, root);
    throw new StorageError("lock_lost", "gone");
  });
  const outcome = await deedOrCode(() =>
    deed(openRecorderWorld(copy, defaultConfig, silent), project as AbsPath),
  );
  return { asked, outcome, then, end: then === undefined ? undefined : picture(copy, root) };
}

async function deedOrCode(deed: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await deed());
  } catch (thrown) {
    return thrown instanceof UnfError ? thrown.code : String(thrown);
  }
}

/** Something to take over. */
function makeForeign(project: string): void {
  const rows = ["one", "two", "three"].map((content, nth) => ({
    ...{ path: "a", at: Date.UTC(2026, 0, 1) + nth, content },
  }));
  makeAgentUndo(project, { rows, sessions: [], pins: [] });
}

/** Something to collect, and something to repair. */
function addGarbage(home: AbsPath): void {
  const store = openStore(home, openFileSystem());
  for (let n = 0; n < 5; n += 1) {
    const bytes = encodeUtf8(`nobody needs ${n}`);
    store.put({ hash: digest(bytes), bytes });
    if (n % 2 === 0) store.trash(digest(bytes));
  }
  assert.ok(existsSync(timelinePath(home, projects[1] ?? (projects[0] as never))));
  mkdirSync(projectDirectory(home, projects[0] as never), { recursive: true });
  writeFileSync(join(home, "objects", "00-not-an-object"), "");
}

/** Every file of the home as bytes, and every timeline as rows: closing one moves bytes about. */
function picture(home: string, scratch: string): string {
  const names = readdirSync(home, { recursive: true, encoding: "utf8" }).sort();
  return names
    .filter((name) => statSync(join(home, name)).isFile() && !/-(shm|wal)$/.test(name))
    .map(
      (name) =>
        `${name} ${name.includes("timeline.db") ? rows(join(home, name), scratch) : hashOf(readFileSync(join(home, name)))}`,
    )
    .join("\n");
}

/** Read from a copy, because to close another connection would free the locks of the first. */
function rows(timeline: string, scratch: string): string {
  const copy = join(scratch, "copy.db");
  for (const end of ["", "-wal"]) {
    rmSync(copy + end, { force: true });
    if (existsSync(timeline + end)) copyFileSync(timeline + end, copy + end);
  }
  rmSync(`${copy}-shm`, { force: true });
  const database = new DatabaseSync(copy);
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    const all = tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
    return hashOf(
      JSON.stringify(all, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    );
  } finally {
    database.close();
  }
}

function hashOf(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
