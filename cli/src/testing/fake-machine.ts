import type { Foreground, ServicePlan, ServiceReport, VerifyReport } from "@unf/answers";
import type { HomeSize } from "@unf/core/storage";
import type { CliWiring } from "../frame/world/world.ts";

export const fakeMachine: Pick<CliWiring, "readDoctorFacts" | "readProcessSight" | "runCanary"> = {
  readDoctorFacts: async () => (await import("./sound-facts.ts")).soundFacts,
  readProcessSight: async () => (await import("./sound-facts.ts")).soundFacts.sight,
  runCanary: async () => ({ kind: "alive", recordedMs: 38, restoredMs: 21 }),
};

export const fakeHomeSize: HomeSize = {
  objects: { files: 31, bytes: 126_976 },
  packs: { files: 0, bytes: 0 },
  trash: { files: 0, bytes: 0 },
  timelines: { files: 3, bytes: 163_840 },
  backups: { files: 0, bytes: 0 },
  rescues: { files: 0, bytes: 0 },
  logs: { files: 2, bytes: 8192 },
  other: { files: 4, bytes: 16_793_600 },
  projectBytes: new Map(),
};

/** Records until it is told to end. */
export const fakeForeground: Foreground = {
  pid: 4121,
  ended: new Promise(() => undefined),
  ready: async () => undefined,
  end: async () => undefined,
};

/** Said no to once, so that nothing is offered. */
export const fakeService: ServiceReport = {
  ...{ state: "disabled", problem: undefined, manager: undefined, file: undefined },
  ...{ isEdited: false, answer: "no" },
};

export const fakeServicePlan: ServicePlan = {
  entry: {
    kind: "file",
    manager: "systemd-user",
    name: "unf",
    path: "/home/a/.config/systemd/user/unf.service",
    text: "[Unit]\n",
    link: "/home/a/.config/systemd/user/default.target.wants/unf.service",
  },
  isStanding: false,
  node: "/usr/bin/node",
  program: "/usr/lib/unf/dist/sentinel.cjs",
  advice: ["loginctl enable-linger    starts it at boot"],
};

export const emptyReport: VerifyReport = {
  versions: 0,
  objects: 0,
  unreferenced: 0,
  trash: { objects: 0, bytes: 0 },
  leftovers: 0,
  errors: [],
  lost: [],
};
