import {
  type AbsPath,
  configuredPolicy,
  formatUtc,
  type Log,
  limits,
  planStoreCap,
  systemCode,
} from "@unf/core";
import { type CapFacts, CapWatch, Slice } from "@unf/engine";
import type { StoreStatus } from "@unf/protocol";
import { measureHome, readDiskBytes, systemClock } from "@unf/system";
import { eachFormer, homeWork } from "@unf/wiring/recorder";
import type { Daemon } from "./daemon.ts";

/** What keeps the store of this daemon within its cap. */
export interface StoreCap {
  /** Called every few seconds. After a crash loop nothing is thinned. */
  look(): void;
  noteWritten(bytes: number): void;
  report(): StoreStatus;
}

export function openCapWatch(daemon: Daemon, log: Log): StoreCap {
  const watch = openWatch(daemon, log);
  return {
    look: () => {
      if (!daemon.safeMode) watch.look(daemon.isDiskLow);
    },
    noteWritten: (bytes) => watch.noteWritten(bytes),
    report: () => reportStore(watch.facts),
  };
}

function openWatch(daemon: Daemon, log: Log): CapWatch {
  return new CapWatch({
    clock: systemClock,
    log,
    wish: () => {
      const { config } = daemon.world;
      return {
        capBytes: planStoreCap(config["store.cap"], sizeOfDisk(daemon.home)),
        projectCapBytes: config["store.project_cap"],
        policy: configuredPolicy(config),
        isAutomatic: config["retention.auto"],
      };
    },
    measure: () => {
      const slice = new Slice(systemClock, limits.daemon.sliceMs);
      return measureHome(daemon.home, () => (slice.isOver() ? slice.next() : undefined));
    },
    eachProject: async (work) => {
      for (const project of daemon.projects.openProjects()) await work(project);
      await daemon.aside.run(() => eachFormer(daemon.world, work));
    },
    collect: () =>
      daemon.collecting.run(() =>
        homeWork.collect(daemon.world, daemon.projects, { dry_run: false, empty_trash: true }),
      ),
  });
}

/** A disk that does not answer sets no bound. */
function sizeOfDisk(home: AbsPath): number {
  try {
    return readDiskBytes(home);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return Number.MAX_SAFE_INTEGER;
  }
}

/** The same for a client. */
function reportStore(facts: CapFacts): StoreStatus {
  const { usedBytes = null, capBytes, measuredAt, level, isHelpless } = facts;
  return {
    used_bytes: usedBytes,
    cap_bytes: capBytes,
    measured_at: measuredAt === undefined ? null : formatUtc(measuredAt),
    level,
    thinning_failed: isHelpless,
  };
}
