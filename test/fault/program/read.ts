import { readFileSync } from "node:fs";
import process from "node:process";
import type { ProjectReader } from "@unf/answers";
import { type AbsPath, systemCode, UnfError } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { tightenUmask } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openHomeReader } from "@unf/wiring";
import { recordedRows } from "../../kit/recorded-rows.ts";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";

// `read.ts FILE`: FILE is JSON, a list of damaged homes with the roots they recorded. Reads all of
// each, then records each root again. Says what was served, and everything that is no clear answer.
interface Damaged {
  readonly home: string;
  readonly roots: readonly string[];
}

tightenUmask();
let current: Damaged | undefined;
const found = { wrong: [] as string[], bugs: [] as string[], answers: [] as string[] };

process.on("uncaughtException", (thrown) => note("later", thrown));
process.on("unhandledRejection", (thrown) => note("later", thrown));

for (const damaged of JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Damaged[]) {
  current = damaged;
  found.wrong = [];
  found.bugs = [];
  found.answers = [];
  sayLine({ trying: damaged.home });
  const whole = guarded("reading", () => readHome(damaged.home)) ?? [];
  for (const root of damaged.roots) await recordAgain(damaged.home, root);
  sayLine({ home: current.home, whole, ...found });
}
process.exit(0);

/** Roots of the projects of which everything could be read. */
function readHome(path: string): string[] {
  using home = openHomeReader(path as AbsPath);
  return home.projects().flatMap((project) => {
    const isWhole = guarded(project.root, () => readProject(home.open(project))) ?? false;
    return isWhole ? [project.root] : [];
  });
}

function readProject(opened: ProjectReader): boolean {
  using reader = opened;
  const { timeline } = reader;
  timeline.facts();
  timeline.gaps();
  for (const { id } of timeline.operations(10)) timeline.steps(id);
  for (const { id } of timeline.checkpoints()) timeline.checkpointPayload(id);
  timeline.heads("" as never, undefined, 1000);
  for (const point of [{ id: 5 }, { at: Date.now() }]) {
    for (const snapshot of recordedRows(timeline.stateAt(point as never, [])))
      readContent(reader, snapshot);
  }
  let isWhole = true;
  for (const snapshot of timeline.find({ within: [], interim: true, order: "newest" })) {
    timeline.previous(snapshot.id, false);
    isWhole = readContent(reader, snapshot) && isWhole;
  }
  return isWhole;
}

function readContent(reader: ProjectReader, snapshot: Snapshot): boolean {
  const { hash, id, path } = snapshot;
  if (hash === null) return true;
  const bytes = guarded(`v${id}`, () => reader.content(snapshot));
  if (bytes === undefined) return false;
  if (digest(bytes) !== hash) found.wrong.push(`v${id} of ${path} is not ${hash}`);
  return true;
}

async function recordAgain(home: string, root: string): Promise<void> {
  try {
    const recording = await Recording.open({ home, root }, () => undefined);
    try {
      await recording.start();
      recording.write("after.txt", "recorded after the damage\n");
      await recording.flush();
    } finally {
      await recording.close();
    }
  } catch (thrown) {
    note(`recording ${root}`, thrown);
  }
}

function guarded<T>(what: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    note(what, thrown);
    return undefined;
  }
}

/** Keeps a clear answer as such; anything else is a mistake of the program's. */
function note(what: string, thrown: unknown): void {
  if (thrown instanceof UnfError) found.answers.push(thrown.code);
  else if (systemCode(thrown) !== undefined) found.answers.push(systemCode(thrown) ?? "");
  else found.bugs.push(`${what}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
}
