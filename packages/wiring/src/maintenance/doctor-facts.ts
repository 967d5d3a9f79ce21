import process from "node:process";
import type { AbsPath } from "@unf/core/base";
import { type DoctorFacts, readDoctorFacts as readFactsOf } from "@unf/maintenance";
import {
  countOtherWatches,
  countWatches,
  isBelowWindows,
  networkDisk,
  openHome,
  readOwnEntry,
  readProcessSight,
  readWatchLimits,
  socketPlace,
} from "@unf/system";
import { runtimeName } from "@unf/system/runtime";
import { sqliteVersion } from "@unf/timeline";
import { openHomePorts } from "../home/home-ports.ts";
import { inspectRunning } from "../running/running.ts";
import { readService } from "../service/service.ts";
import { examineApart } from "./examine-apart.ts";

/** Reads everything the doctor judges. Changes nothing; a home that is not sound is a fact. */
export function readDoctorFacts(home: AbsPath): Promise<DoctorFacts> {
  const { path, directory } = socketPlace(home);
  return readFactsOf({
    ...openHomePorts(home),
    node: process.versions.node,
    runtime: runtimeName(),
    sqlite: sqliteVersion(),
    openHome: () => (openHome(home, { create: false }) === "absent" ? "absent" : "opened"),
    readRunning: () => inspectRunning(home),
    readService: () => readService(home),
    readEntry: readOwnEntry,
    socket: { path: path as AbsPath, directory: directory as AbsPath | undefined },
    readNetworkDisk: () => networkDisk(home),
    readInotify,
    readSight: readProcessSight,
    isBelowWindows,
    examineApart: (id) => examineApart(home, id, "quick"),
  });
}

/** Counts the daemon's watches where the kernel lists them. */
function readInotify(daemon: number | undefined): DoctorFacts["inotify"] {
  if (process.platform !== "linux") return undefined;
  const { watches: max, instances: instancesMax } = readWatchLimits();
  if (max === undefined || instancesMax === undefined) return undefined;
  const used = daemon === undefined ? undefined : countWatches(daemon);
  return { max, instancesMax, used, others: countOtherWatches(daemon) };
}
