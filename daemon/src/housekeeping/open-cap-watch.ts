import { type AbsPath, pathToColumn, type RelPath, systemCode } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import { configuredPolicy, type PathShare } from "@unf/core/retention";
import { type HomeSize, planStoreCap } from "@unf/core/storage";
import { formatUtc } from "@unf/core/time";
import { type AgeClock, type CapFacts, CapWatch, readStoredSizes } from "@unf/engine";
import type { LargePath, StoreStatus } from "@unf/protocol";
import { measureHome, readDiskBytes, SizeNotes, systemClock } from "@unf/system";
import { collectHome, openPace } from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";
import { eachProject } from "./each-project.ts";

/** Keeps the store of this daemon within its cap. */
export interface StoreCap {
  /** Called every few seconds. After a crash loop nothing is thinned. */
  look(): void;
  noteWritten(bytes: number): void;
  /** The next look measures. */
  doubt(): void;
  report(): StoreStatus;
}

export function openCapWatch(daemon: Daemon, log: Log, ages: AgeClock): StoreCap {
  const watch = openWatch(daemon, log, ages);
  return {
    look: () => {
      if (!daemon.safeMode) watch.look(daemon.diskNeed);
    },
    noteWritten: (bytes) => watch.noteWritten(bytes),
    doubt: () => watch.invalidate(),
    report: () => reportStore(watch.facts),
  };
}

function openWatch(daemon: Daemon, log: Log, ages: AgeClock): CapWatch {
  const notes = new SizeNotes(daemon.home);
  return new CapWatch({
    clock: systemClock,
    log,
    bounds: () => {
      const { config } = daemon.world;
      return {
        capBytes: planStoreCap(config["store.cap"], sizeOfDisk(daemon.home)),
        projectCapBytes: config["store.project_cap"],
        policy: configuredPolicy(config),
        isAutomatic: config["retention.auto"],
      };
    },
    agesFrom: () => ages.now(),
    measure: () => measure(daemon.home, notes, log),
    eachProject: (work) => eachProject(daemon, log, work),
    readSizes: () => readStoredSizes(daemon.world.contents.collectable, systemClock.breathe),
    collect: () => daemon.collecting.run(() => collectHome(daemon.world, keepTrash)),
    emptyOldest: (bytes) =>
      daemon.collecting.run(() => collectHome(daemon.world, { ...keepTrash, oldest_bytes: bytes })),
  });
}

const keepTrash = { dry_run: false, empty_trash: false };

/** Half of a core is left to everything else. */
async function measure(home: AbsPath, notes: SizeNotes, log: Log): Promise<HomeSize> {
  notes.begin(systemClock.wall());
  const size = await measureHome(home, openPace(systemClock.breathe), notes);
  try {
    notes.end();
  } catch (thrown) {
    // Then the next daemon looks at everything.
    if (systemCode(thrown) === undefined) throw thrown;
    log.warn("note.unwritten", { error: thrown });
  }
  return size;
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
  const { usedBytes = null, capBytes, measuredAt, level, isHelpless, culprits, relieved } = facts;
  return {
    used_bytes: usedBytes,
    cap_bytes: capBytes,
    measured_at: measuredAt === undefined ? null : formatUtc(measuredAt),
    level,
    thinning_failed: isHelpless,
    largest: culprits.map(reportPath),
    relieved:
      relieved === undefined
        ? null
        : {
            at: formatUtc(relieved.at),
            versions: relieved.versions,
            freed_bytes: relieved.freedBytes,
            charged: relieved.charged.map(reportPath),
          },
  };
}

function reportPath({ root, path, versions, bytes }: PathShare): LargePath {
  return { root: pathToColumn(root as RelPath), path: pathToColumn(path), versions, bytes };
}
