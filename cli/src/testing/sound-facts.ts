import type { DoctorFacts } from "@unf/answers";
import type { AbsPath, WallMs } from "@unf/core/base";
import { daemonStatus } from "./shop.ts";

const home = "/home/a/.unfudged" as AbsPath;

const own = (path: string, mode: number) => ({ path: path as AbsPath, mode, isOurs: true });

/** A machine and a home on which everything is well. */
export const soundFacts: DoctorFacts = {
  node: "24.21.0",
  runtime: "node 24.21.0",
  version: daemonStatus.version,
  home,
  homeProblem: undefined,
  isHomeAbsent: false,
  isBelowWindows: false,
  directories: [own(home, 0o700), own(`${home}/objects`, 0o700)],
  socket: { file: own(`${home}/run/daemon.sock`, 0o600), directory: own(`${home}/run`, 0o700) },
  networkDisk: undefined,
  freeBytes: 61 * 1024 ** 3,
  running: { daemon: daemonStatus, sentinel: 4117, intended: true },
  service: { state: "enabled", manager: "systemd-user", problem: undefined },
  sight: {
    ...{ isLinux: true, processes: true, openFiles: true },
    ...{ children: true, bytes: true, others: true },
  },
  inotify: { max: 65_536, used: 214, others: { count: 0, most: undefined }, instancesMax: 128 },
  projects: [
    {
      root: "/home/a/src/shop" as AbsPath,
      state: "watching",
      reason: undefined,
      looked: 1611,
      unrecorded: 0,
      polled: undefined,
      foldsCase: false,
    },
  ],
  timelines: { checked: 1, all: 1, faults: [] },
  isBlake3Right: true,
  sqlite: "3.53.1",
  now: Date.UTC(2026, 10, 20, 13, 32, 7) as WallMs,
  newest: Date.UTC(2026, 10, 20, 13, 32, 0) as WallMs,
};
