import { lstatSync, statfsSync } from "node:fs";
import { type AbsPath, systemCode } from "@unf/core/base";
import type {
  AgentProcesses,
  AgentSigns,
  ChargedFiles,
  Clock,
  OtherProcesses,
  ProcessMark,
  ProcessTrees,
  TreeReading,
  WriteCharges,
} from "@unf/core/ports";
import { nativePath } from "../disk/base/native-path.ts";
import { isAlive } from "../process/process-facts.ts";
import { openAgentProcesses } from "./agent-processes.ts";
import { KeptFiles } from "./kept-files.ts";
import { openOtherProcesses } from "./other-processes.ts";
import { readTree } from "./read-tree.ts";

/** Reads trees of processes from `/proc`; `undefined` where the system has none. */
export function openProcessTrees(clock: Clock, signs: AgentSigns): ProcessTrees | undefined {
  return process.platform === "linux" ? new ProcTrees(clock, signs) : undefined;
}

class ProcTrees implements ProcessTrees {
  readonly files = chargedFiles;
  readonly others: OtherProcesses;
  readonly agents: AgentProcesses;
  readonly #clock: Clock;
  readonly #files = new KeptFiles();

  constructor(clock: Clock, signs: AgentSigns) {
    this.others = openOtherProcesses(clock);
    this.agents = openAgentProcesses(clock, signs);
    this.#clock = clock;
  }

  read(root: ProcessMark, lost: readonly ProcessMark[] = []): TreeReading | undefined {
    const { read } = this.#files;
    const tree = readTree(this.#clock, root, { read, lost, isApart: () => false, isWhole: false });
    this.#files.endLook();
    return tree;
  }

  isAlive(mark: ProcessMark): boolean {
    return isAlive(mark);
  }
}

/**
 * `f_type` of file systems in which no two files share a page, so that nobody gets a content for
 * nothing (linux/magic.h). That of all others, as btrfs and XFS, may.
 */
const charges: ReadonlyMap<number, WriteCharges> = new Map([
  // ext2, ext3 and ext4
  [0xef53, "all"],
  // F2FS
  [0xf2f52010, "all"],
  // tmpfs: what lies in memory is no page of a disk.
  [0x01021994, "bytes"],
]);

const chargedFiles: ChargedFiles = {
  chargesOf: (root) =>
    tried(() => charges.get(statfsSync(nativePath(root)).type >>> 0)) ?? "nothing",
  birthOf: (path: AbsPath) => {
    const stat = tried(() => lstatSync(nativePath(path), { bigint: true }));
    // A system that does not know says 0.
    if (stat === undefined || stat.birthtimeNs <= 0n) return undefined;
    return { ino: stat.ino, bornAt: Number(stat.birthtimeNs) / 1e6 };
  },
};

/** Files go at any time. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
