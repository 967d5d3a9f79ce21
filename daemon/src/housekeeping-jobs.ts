import { configuredPolicy, type Log, limits, type WallMs } from "@unf/core";
import { decayProject } from "@unf/engine";
import { systemClock } from "@unf/system";
import { collectHome, packHome } from "@unf/wiring/recorder";
import type { Daemon } from "./daemon.ts";
import { Housekeeping, type HousekeepingJob, type HousekeepingPorts } from "./housekeeping.ts";
import { readHousekeepingRuns, writeHousekeepingRuns } from "./housekeeping-runs.ts";

/** The housekeeping of a daemon, which is told by its caller when to look. */
export function openHousekeeping(daemon: Daemon, log: Log): Housekeeping {
  const { home, projects } = daemon;
  const begunAt = systemClock.mono();
  const ports = {
    clock: systemClock,
    log,
    silenceMs: () => {
      const commits = projects.openProjects().map(({ committer }) => committer.lastCommitAt ?? 0);
      return systemClock.mono() - Math.max(begunAt, ...commits);
    },
    readRuns: () => readHousekeepingRuns(home),
    writeRuns: (runs: ReadonlyMap<string, WallMs>) => writeHousekeepingRuns(home, runs),
  };
  return new Housekeeping(ports, housekeepingJobs(daemon, ports));
}

/** In the order in which they are done. */
function housekeepingJobs(daemon: Daemon, facts: Silence): HousekeepingJob[] {
  return [decay(daemon), collecting(daemon), packing(daemon, facts)];
}

/** Collects what no history needs any more. */
function collecting(daemon: Daemon): HousekeepingJob {
  return {
    name: "collect",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      const order = { dry_run: false, empty_trash: false };
      await daemon.collecting.run(() => collectHome(daemon.world, order, breathe));
    },
  };
}

/** Lets the history of every project that is recorded thin as the settings say. */
function decay(daemon: Daemon): HousekeepingJob {
  return {
    name: "decay",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      await breathe();
      for (const project of daemon.projects.openProjects()) {
        const { config } = daemon.world;
        if (!config["retention.auto"]) return;
        const isAble = !project.suspension.isOn && !project.isClosing;
        if (isAble) await decayProject(project, configuredPolicy(config), breathe);
      }
    },
  };
}

type Silence = Pick<HousekeepingPorts, "silenceMs">;

/** Packs what no row of the last days names. Begins no further file once something is recorded. */
function packing(daemon: Daemon, { silenceMs }: Silence): HousekeepingJob {
  return {
    name: "packing",
    everyMs: limits.housekeeping.everyMs,
    run: async (breathe) => {
      const isIdle = () => silenceMs() >= limits.pack.quietMs;
      await packHome(daemon.world, { breathe, isIdle });
    },
  };
}
