import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemCode } from "@unf/core/base";
import { until } from "../../kit/index.ts";
import { type Fault, needsMounts, type Stage } from "../fault.ts";
import {
  addSayings,
  askEveryMs,
  askOnce,
  nothingAsked,
  type Sayings,
  type Span,
  watchRecovery,
} from "../watch.ts";

const usual = { spanMs: 20_000, mustSay: true, skip: needsMounts } as const;
const MiB = 1024 * 1024;

export const disks: readonly Fault[] = [
  { ...usual, name: "home full, and empty again", counts: "from the room", play: fillHome },
  {
    ...usual,
    name: "a project's disk unmounted, and mounted",
    counts: "from the mount",
    play: unmount,
  },
];

async function fillHome(stage: Stage): Promise<Span> {
  const { place } = stage;
  const path = join(place.unfHome, "filler");
  const isRefused = async () => (await place.unf("flush")).code === 9;
  const refused = () => {
    fill(path);
    return isRefused();
  };
  const stop = () =>
    until("recording has stopped", refused, { limitMs: 120_000, everyMs: 300 }).then(
      () => undefined,
    );
  let sayings: Sayings;
  try {
    await stop();
    sayings = await hold(stage, { isStill: isRefused, again: stop });
  } finally {
    rmSync(path, { force: true });
  }
  return count(stage, sayings);
}

async function unmount(stage: Stage): Promise<Span> {
  const { place } = stage;
  await stage.clear(place.mounted);
  let sayings: Sayings;
  place.unmountProject();
  try {
    sayings = await hold(stage, { isStill: async () => true, again: async () => undefined });
  } finally {
    place.mountProject();
  }
  return count(stage, sayings);
}

/**
 * Leaves it as it is for a while, until somebody who asked had at least one answer. Where the daemon has
 * found room by itself, all being well is true, and it is brought about again.
 */
async function hold({ place, holdMs }: Stage, { isStill, again }: Held): Promise<Sayings> {
  const end = performance.now() + holdMs;
  let sayings = nothingAsked;
  while (sayings.asked === 0 || performance.now() < end) {
    const answer = await askOnce(place);
    if (answer.said > 0 || (await isStill())) sayings = addSayings(sayings, answer);
    else await again();
    await pause(askEveryMs);
  }
  return sayings;
}

interface Held {
  readonly isStill: () => Promise<boolean>;
  readonly again: () => Promise<void>;
}

/** The span counts from now on; what was said while it lasted is known. */
async function count({ place, limitMs }: Stage, sayings: Sayings): Promise<Span> {
  const { ms } = await watchRecovery(place, { since: performance.now(), limitMs, asks: false });
  return { ms, sayings };
}

/** Takes every byte that is left. */
function fill(path: string): void {
  const file = openSync(path, "a");
  try {
    for (let step = 4 * MiB; step >= 1; ) {
      try {
        writeSync(file, new Uint8Array(step));
      } catch (thrown) {
        if (systemCode(thrown) !== "ENOSPC") throw thrown;
        step = Math.floor(step / 16);
      }
    }
  } finally {
    closeSync(file);
  }
}
