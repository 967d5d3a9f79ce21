import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { BackendName } from "@unf/core/config";
import { type StageOptions, setStage } from "./watcher-stage.ts";

const fewEvents = "sees a write through a memory map";
const otherName = "sees a write through a hard link outside of the root";
const large = [
  "loses nothing in 300 new trees made by another process, nor later inside them",
  "loses nothing in a copied tree, nor in later edits inside it",
  "loses nothing of a burst of 5,000 files",
];
const newDirectories = [
  "watches a directory that was deleted and made again",
  "watches both after a directory was renamed and its old name made again",
  "loses nothing that happens while the tree is first watched",
  "follows a tree that is moved about while it is filled",
];

/**
 * The scenarios in which a backend may miss something and need the sweeps that it asks for. In every
 * other no sweep comes, so that its hints alone must tell all.
 */
const sweptIn: Readonly<Record<BackendName, readonly string[]>> = {
  inotify: [],
  directory: [],
  parcel: [
    ...large,
    ...newDirectories,
    "follows a directory moved in, within and out, with edits deep inside each time",
    "tells two swapped directories apart",
    "sees files and directories take each other's names",
    "does not watch excluded directories until they get a kept name",
    "sees what was exchanged in one step, and later edits deep inside",
    "sees files go that were replaced 3 ms before",
    "believes in no file that was made and deleted at once",
    "keeps every name apart: line breaks, quotes, 255 bytes, bytes that are not UTF-8",
    fewEvents,
    otherName,
  ],
  // More than it polls.
  polling: large,
};

/** Scenarios of which a backend without sweeps of its own cannot know; who makes up for it. */
const blindTo: Readonly<Record<string, Readonly<Partial<Record<BackendName, string>>>>> = {
  [fewEvents]: { directory: "no event that fs.watch tells of; the timed sweeps find it" },
  [otherName]: {
    inotify: "the kernel tells of the other name only; the engine looks at hard links",
    directory: "the kernel tells of the other name only; the engine looks at hard links",
  },
};

const known = new Set<string>();

/** The parts with which the scenarios of one backend are written. */
export function scenariosOf(backend: BackendName) {
  let claim = "";
  return {
    /** Scenarios run one after the other. `without`: what is missing here, or false. */
    scenario(name: string, run: () => Promise<void>, without: string | false = false): void {
      known.add(name);
      test(name, { skip: blindTo[name]?.[backend] ?? without }, async () => {
        claim = name;
        await run();
      });
    },
    setStage: (_backend: BackendName, options: StageOptions = {}) =>
      setStage(backend, { ...options, sweeps: sweptIn[backend].includes(claim) }),
  };
}

after(() => {
  const named = [...Object.values(sweptIn).flat(), ...Object.keys(blindTo)];
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
    "every exception is one of a scenario",
  );
});
