import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../kit/index.ts";
import { always, type Fault, type Stage } from "../fault.ts";
import { isAlive, type Place } from "../place.ts";
import { type Span, watchRecovery } from "../watch.ts";

const usual = { spanMs: 20_000, mustSay: true, skip: always } as const;

/** Longer than the sentinel bears with a daemon that does not answer, in the long form. */
const stoppedMs = 20_000;

export const kills: readonly Fault[] = [
  {
    ...usual,
    name: "kill -9 of the daemon",
    counts: "from the kill",
    play: (stage) => recoverFrom(stage, () => kill(stage.place, "daemon"), true),
  },
  {
    ...usual,
    name: "kill -9 of the sentinel",
    counts: "from the kill",
    // The daemon goes on recording.
    mustSay: false,
    play: (stage) => recoverFrom(stage, () => kill(stage.place, "sentinel"), true),
  },
  {
    ...usual,
    name: "kill -9 of both",
    counts: "from the next command",
    mustSay: false,
    play: async (stage) => {
      await kill(stage.place, "sentinel");
      await kill(stage.place, "daemon");
      return recoverFrom(stage, async () => undefined, true);
    },
  },
  {
    ...usual,
    name: "SIGSTOP of the daemon for 20 s",
    counts: "from the stop",
    spanMs: 35_000,
    play: (stage) => recoverFrom(stage, () => stop(stage), true),
  },
  {
    ...usual,
    name: "run/ removed",
    counts: "from the removal, with commands coming",
    play: (stage) => {
      const remove = async () =>
        rmSync(join(stage.place.unfHome, "run"), { recursive: true, force: true, maxRetries: 20 });
      return recoverFrom(stage, remove, true);
    },
  },
];

/** Causes it, and counts from when that began. */
async function recoverFrom(
  { place, limitMs }: Stage,
  cause: () => Promise<void>,
  asks: boolean,
): Promise<Span> {
  const since = performance.now();
  await cause();
  return watchRecovery(place, { since, limitMs, asks });
}

async function kill(place: Place, program: "daemon" | "sentinel"): Promise<void> {
  const pid = await until(`there is a ${program}`, () => place.pid(program), { limitMs: 90_000 });
  process.kill(pid, "SIGKILL");
  await until("it has ended", () => !isAlive(pid));
}

/** Ctrl-Z, and `fg` after a while: meanwhile whoever asks is told. */
async function stop({ place }: Stage): Promise<void> {
  const pid = await until("there is a daemon", () => place.pid("daemon"), { limitMs: 90_000 });
  process.kill(pid, "SIGSTOP");
  void pause(stoppedMs).then(() => {
    if (isAlive(pid)) process.kill(pid, "SIGCONT");
  });
}
