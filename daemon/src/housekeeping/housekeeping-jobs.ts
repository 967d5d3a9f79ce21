import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import { configuredPolicy } from "@unf/core/retention";
import { type AgeClock, decayProject } from "@unf/engine";
import { clearTemporaries, systemClock } from "@unf/system";
import { collectHome, packHome } from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";
import { eachProject } from "./each-project.ts";
import { Housekeeping, type HousekeepingJob } from "./housekeeping.ts";
import { readHousekeepingNote, writeHousekeepingNote } from "./housekeeping-note.ts";

/** Facts that the jobs need. */
interface Facts {
  readonly log: Log;
  readonly ages: AgeClock;
  /** How long nothing was recorded. Unit: ms. */
  readonly silenceMs: () => number;
}

/** The housekeeping of a daemon, which is told by its caller when to look. `onWorked`: something may be smaller now. */
export function openHousekeeping(
  daemon: Daemon,
  log: Log,
  ages: AgeClock,
  onWorked: () => void,
): Housekeeping {
  const { home, projects } = daemon;
  const begunAt = systemClock.mono();
  const silenceMs = () => {
    const commits = projects.openProjects().map(({ committer }) => committer.lastCommitAt ?? 0);
    return systemClock.mono() - Math.max(begunAt, ...commits);
  };
  const ports = {
    clock: systemClock,
    log,
    onWorked,
    isQuiet: () => silenceMs() >= daemon.world.config["housekeeping.idle"],
    readRuns: () => readHousekeepingNote(home).runs,
    writeRuns: (runs: ReadonlyMap<string, WallMs>) =>
      writeHousekeepingNote(home, { runs, countedTo: ages.countedTo }),
  };
  return new Housekeeping(ports, housekeepingJobs(daemon, { log, ages, silenceMs }));
}

/** In the order in which they are done. */
function housekeepingJobs(daemon: Daemon, facts: Facts): HousekeepingJob[] {
  const jobs = [decay(daemon, facts), collecting(daemon), packing(daemon, facts)];
  return jobs.map((job) => ({
    ...job,
    run: (breathe) => daemon.busy.during(job.name, () => job.run(breathe)),
  }));
}

/** Lets the history of every project thin as the settings say, also of those that are not watched any more. */
function decay(daemon: Daemon, { log, ages }: Facts): HousekeepingJob {
  return {
    name: "decay",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      await breathe();
      await eachProject(daemon, log, async (project) => {
        const { config } = daemon.world;
        if (!config["retention.auto"]) return;
        const policy = configuredPolicy(config);
        const deleted = await decayProject(project, policy, ages.now(), breathe);
        if (deleted > 0) log.info("decayed", { root: project.ports.root, deleted });
      });
    },
  };
}

/** Collects what no history needs any more, and what killed programs left. */
function collecting(daemon: Daemon): HousekeepingJob {
  return {
    name: "collect",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      const order = { dry_run: false, empty_trash: false };
      await daemon.collecting.run(() => collectHome(daemon.world, order, breathe));
      clearTemporaries(daemon.home, systemClock.wall());
    },
  };
}

/** Packs what no row of the last days names. Begins no further file once something is recorded. */
function packing(daemon: Daemon, { silenceMs }: Facts): HousekeepingJob {
  return {
    name: "packing",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      const quietMs = Math.min(daemon.world.config["housekeeping.idle"], limits.pack.quietMs);
      await packHome(daemon.world, { breathe, isIdle: () => silenceMs() >= quietMs });
    },
  };
}
