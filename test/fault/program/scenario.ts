import { closeSync, fsyncSync, mkdirSync, openSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AbsPath, WallMs } from "@unf/core/base";
import { addProject } from "@unf/core/intent";
import { digest } from "@unf/system/digest";
import { projectId } from "@unf/wiring/recorder";
import { recordAged } from "./aged.ts";
import { packing } from "./packing.ts";
import type { Recording } from "./recording.ts";

/** One thing the recorder does, in two parts: faults begin between them. */
export interface Scenario {
  prepare(recording: Recording): Promise<void>;
  act(recording: Recording): Promise<void>;
}

const text = (name: string, size = 40): string => `${name}\n`.repeat(Math.ceil(size / name.length));

/** Above `limits.commit.inboxBlobsMax`, so that contents take the way of a bulk batch. */
const bulkFiles = 300;

async function recordSmall(recording: Recording): Promise<void> {
  for (const name of ["a", "b", "c"]) recording.write(`${name}.txt`, text(`first ${name}`));
  recording.hint();
  await recording.flush();
}

/** A few saves and a removal, seen as events, then a flush: contents travel through the inbox. */
const small: Scenario = {
  prepare: recordSmall,
  act: async (recording) => {
    recording.write("a.txt", text("second a"));
    recording.write("new/deep.txt", text("deep", 5000));
    recording.remove("b.txt");
    recording.hint();
    await recording.flush();
  },
};

/** More new files than the inbox takes, found by a sweep: a baseline. */
const bulk: Scenario = {
  prepare: async () => undefined,
  act: async (recording) => {
    for (let n = 0; n < bulkFiles; n += 1)
      recording.write(`d${n % 7}/f${n}.txt`, text(`bulk ${n}`));
    await recording.flush();
  },
};

/** The inbox of two batches is emptied and the project closed. */
const drain: Scenario = {
  prepare: async (recording) => {
    await small.prepare(recording);
    await small.act(recording);
  },
  act: (recording) => recording.close(),
};

/** So many contents that the inbox is emptied into packs, some of them versions of one file. */
const drainMany: Scenario = {
  prepare: async (recording) => {
    await recordSmall(recording);
    for (const version of [1, 2]) {
      for (let n = 0; n < 60; n += 1)
        recording.write(`m${n}.txt`, text(`version ${version} of ${n}`, 800));
      recording.hint();
      await recording.flush();
    }
  },
  act: (recording) => recording.close(),
};

/** Recorded files go on changing: some saves share contents with earlier ones. */
const repeat: Scenario = {
  prepare: recordSmall,
  act: async (recording) => {
    for (let n = 0; n < 4; n += 1) {
      recording.write("a.txt", text(`a ${n % 2}`));
      recording.write(`r${n}.txt`, text(`a ${n % 2}`));
      recording.hint();
      await recording.flush();
    }
  },
};

/** Two more projects are written into the intent, one after the other. */
const intent: Scenario = {
  prepare: recordSmall,
  act: async (recording) => {
    for (const name of ["one", "two"]) {
      const root = `${recording.place.root}/${name}` as AbsPath;
      const project = { id: projectId(root), root, addedAt: 1 as WallMs, options: {} };
      recording.changeIntent((before) => addProject(before, project));
    }
  },
};

/** The clock goes back by two hours between two saves. */
const clockBack: Scenario = {
  prepare: recordSmall,
  act: async (recording) => {
    const now = Date.now;
    Date.now = () => now() - 2 * 3_600_000;
    recording.write("a.txt", text("saved in the past"));
    recording.hint();
    await recording.flush();
  },
};

/** An earlier crash has left an empty file where an object is to stand. */
const emptyObject: Scenario = {
  prepare: async (recording) => {
    await recordSmall(recording);
    const hash = digest(new TextEncoder().encode(text("second a")));
    const directory = join(recording.place.home, "objects", hash.slice(0, 2));
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, hash.slice(2)), "", { mode: 0o444 });
  },
  act: async (recording) => {
    recording.write("a.txt", text("second a"));
    recording.hint();
    await recording.flush();
    await recording.close();
  },
};

/** Objects that a deleted row left, too old for any grace. */
function plantOld({ place }: Recording, content: string): void {
  const hash = digest(new TextEncoder().encode(content));
  const directory = join(place.home, "objects", hash.slice(0, 2));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, hash.slice(2));
  writeFileSync(path, content, { mode: 0o444 });
  utimesSync(path, 1, 1);
  // As old objects are: a power cut does not take them.
  for (const durable of [path, directory, join(directory, "..")]) {
    const opened = openSync(durable, "r");
    fsyncSync(opened);
    closeSync(opened);
  }
}

/** Some of what is collected is captured before, while and after it goes, and once it is deleted. */
const collect: Scenario = {
  prepare: async (recording) => {
    await recordSmall(recording);
    for (const n of [0, 1, 2, 3]) plantOld(recording, text(`garbage ${n}`));
    for (const n of [0, 1, 2, 3]) plantOld(recording, text(`hit ${n}`));
  },
  act: async (recording) => {
    const save = (n: number) => {
      recording.write(`hit${n}.txt`, text(`hit ${n}`));
      recording.hint();
    };
    save(0);
    const collecting = recording.collect(false);
    save(1);
    await collecting;
    await recording.flush();
    save(2);
    await recording.flush();
    await recording.collect(true);
    save(3);
    await recording.flush();
  },
};

export const scenarios = {
  collect,
  small,
  bulk,
  drainMany,
  drain,
  repeat,
  intent,
  clockBack,
  emptyObject,
  packing,
  aged: recordAged(6),
  agedLong: recordAged(60),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
