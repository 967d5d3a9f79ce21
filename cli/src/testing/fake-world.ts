import type { ProcessAbove } from "@unf/agents";
import type { Running, StartedChild } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { secretPaths } from "@unf/core/exchange";
import { createFilter } from "@unf/core/filter";
import type { FileSystem } from "@unf/core/ports";
import type { AgentEvent } from "@unf/core/sessions";
import { utcZone } from "@unf/core/time";
import type { Trouble } from "@unf/core/trouble";
import type { Method, Requests, SnapshotNotice } from "@unf/protocol";
import type { HookPlace } from "../frame/world/hook-place.ts";
import type { CliWiring, World } from "../frame/world/world.ts";
import { run } from "../run.ts";
import { fakeDisk } from "./fake-disk.ts";
import { fakeHookPlace } from "./fake-hook-place.ts";
import {
  emptyReport,
  fakeForeground,
  fakeHomeSize,
  fakeMachine,
  fakeService,
  fakeServicePlan,
} from "./fake-machine.ts";
import { entryOf, type FakeProject, openReader, sha256 } from "./fake-project.ts";
import { fakeSettingsDisk } from "./fake-settings-disk.ts";
import { fakeTime, openWiring, type TimeSetup } from "./fake-time.ts";

const fakeHome = "/home/a/.unfudged" as AbsPath;

/** The setup of a test; everything left out is empty, away or refused. */
export interface FakeSetup extends TimeSetup {
  readonly projects?: readonly FakeProject[];
  readonly running?: Running;
  /** The trouble that keeps the projects from being recorded; nothing unless given. */
  readonly trouble?: Trouble;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly tty?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly answers?: readonly string[];
  /** Told of everything that is printed, as the bytes that it is. */
  readonly onStdout?: (chunk: Uint8Array) => void;
  /** Input on stdin. */
  readonly input?: string | Uint8Array;
  /** Files on disk, by absolute path. */
  readonly disk?: Readonly<Record<string, string>>;
  /** Instead of one that holds them. */
  readonly fileSystem?: FileSystem;
  /** Settings of other programs, by absolute path; `hook` changes them. */
  readonly settings?: Map<string, string>;
  /** The program that hooks start, and the memory of them; an empty memory unless given. */
  readonly hookPlace?: HookPlace;
  readonly notices?: readonly SnapshotNotice[];
  readonly reply?: <M extends Method>(method: M, params: Requests[M]["params"]) => unknown;
  readonly wiring?: Partial<CliWiring>;
  /** Output of programs that are asked; without it there are none. */
  readonly programs?: (argv: readonly string[]) => Uint8Array | undefined;
  /** The processes that the command descends from. */
  readonly above?: readonly ProcessAbove[];
  /** A started program's doing; ends with 0 when not given. */
  readonly child?: StartedChild<NodeJS.Signals>;
}

/** Output and questions of a command line, and how it ended. */
export interface FakeRun {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly asked: readonly string[];
  readonly requests: readonly { readonly method: string; readonly params: unknown }[];
  readonly woken: number;
  readonly told: readonly AgentEvent[];
  readonly started: readonly {
    readonly argv: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
  }[];
}

/** Runs one command line in a world of values. */
export async function runFake(argv: readonly string[], setup: FakeSetup = {}): Promise<FakeRun> {
  const written = { out: "", err: "" };
  const asked: string[] = [];
  const requests: { method: string; params: unknown }[] = [];
  const counters = { woken: 0 };
  const told: AgentEvent[] = [];
  const started: FakeRun["started"][number][] = [];
  const answers = [...(setup.answers ?? [])];
  const env = { HOME: "/home/a", LANG: "C.UTF-8", ...setup.env };
  const append = (name: "out" | "err") => (content: string | Uint8Array) => {
    written[name] += typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  };
  const world: World = {
    ...{ servesAgent: false, platform: "linux", uptime: () => 3600, hostName: () => "box" },
    processesAbove: async () => setup.above ?? [],
    env,
    facts: fakeFacts(setup, env),
    stdout: {
      write: (content) => {
        setup.onStdout?.(Buffer.from(content));
        append("out")(content);
      },
    },
    stderr: { write: append("err") },
    cwd: () => (setup.cwd ?? "/home/a/src/shop") as AbsPath,
    localZone: utcZone,
    wiring: openWiring(setup, () => fakeWiring(setup, requests, counters)),
    projectRules: async () => ({
      filter: createFilter({}, { read: () => undefined }),
      maxFileBytes: 2 * 1024 * 1024,
    }),
    fileSystem: async () => diskOf(setup),
    ...{ digest: async () => sha256, ownProcess: async () => ({ pid: 4700 }) },
    readInput: (bytesMax) => Buffer.from(setup.input ?? "").subarray(0, bytesMax),
    settingsDisk: async () => fakeSettingsDisk(setup.settings ?? new Map()),
    hookPlace: async () => setup.hookPlace ?? fakeHookPlace(),
    ask: (question) => {
      asked.push(question);
      return answers.shift();
    },
    ...noPrograms,
    askProgram: async (argv) => setup.programs?.(argv),
    startChild: async (argv, variables) => {
      started.push({ argv, variables });
      return setup.child ?? quietChild;
    },
    endBy: (signal) => {
      append("err")(`ended by ${signal}`);
      return 128;
    },
    tellAgentEvents: async (events) => void told.push(...events),
    setVariables: () => undefined,
    startPager: async () => undefined,
    ...fakeTime(setup),
  };
  const exit = await run(argv, world);
  return {
    told,
    started,
    exit,
    stdout: written.out,
    stderr: written.err,
    asked,
    requests,
    woken: counters.woken,
  };
}

function diskOf({ fileSystem, disk = {}, projects = [] }: FakeSetup): FileSystem {
  const roots = projects.map(({ root }) => root);
  return fileSystem ?? fakeDisk(disk, roots);
}

const noPrograms: Pick<World, "runProgram" | "startApart" | "beginSmall"> = {
  runProgram: async () => 0,
  startApart: async () => true,
  beginSmall: async () => undefined,
};

/** A program that ends well at once. */
const quietChild: StartedChild<NodeJS.Signals> = {
  ...{ pid: 4711, worker: { pid: 4711 } },
  ended: Promise.resolve({ code: 0 }),
};

function fakeFacts(
  { tty = false, columns = 80, rows }: FakeSetup,
  env: World["env"],
): World["facts"] {
  return { env, isStdinTty: tty, isStdoutTty: tty, isStderrTty: tty, columns, rows };
}

function fakeWiring(
  setup: FakeSetup,
  requests: { method: string; params: unknown }[],
  counters: { woken: number },
): CliWiring {
  const projects = setup.projects ?? [];
  const entries = projects.map(entryOf);
  const running = setup.running ?? { daemon: undefined, sentinel: undefined, intended: true };
  return {
    homeDirectory: () => fakeHome,
    openHomeReader: () => ({
      home: fakeHome,
      projects: () => entries,
      open: (entry) => openReader(projects[entries.indexOf(entry)], entry),
      [Symbol.dispose]: () => undefined,
    }),
    openWriter: async () => ({
      kind: "daemon",
      request: async (method, params) => {
        requests.push({ method, params });
        return setup.reply?.(method, params) as never;
      },
      interrupt: async () => ({ phase: "none", operation: null, done: 0, total: null }),
      [Symbol.asyncDispose]: async () => undefined,
    }),
    findMoved: async () => [],
    inspectRunning: async () => running,
    readTrouble: async () => setup.trouble,
    ensureRunning: async () => {
      counters.woken += 1;
    },
    stopAll: async () => ({ daemon: running.daemon?.pid, sentinel: running.sentinel }),
    removeHome: async () => [],
    startForeground: async () => fakeForeground,
    readService: async () => fakeService,
    planService: async () => fakeServicePlan,
    enableService: async () => undefined,
    disableService: async () => undefined,
    answerService: () => undefined,
    keepService: async () => undefined,
    verifyHome: async () => emptyReport,
    secretPaths: () => secretPaths({}),
    planImport: async () => ({ histories: [] }),
    makeHome: () => undefined,
    readHomeKind: () => "lasting",
    takeOutsideChange: async () => undefined,
    readForgetSideEffects: async () => ({ texts: [], files: [], owners: new Map() }),
    readSearches: async () => [],
    ...fakeMachine,
    estimateWatch: async () => ({
      ...{ files: 1611, bytes: 9_214_331, isComplete: true, largest: [] },
      capBytes: 5 * 1024 ** 3,
    }),
    measureHome: async () => fakeHomeSize,
    makePrivate: async () => undefined,
    follow: async function* () {
      yield* setup.notices ?? [];
    },
    readWatchFacts: (asked) => ({
      ...asked,
      found: "directory",
      ownerUid: 1000,
      uid: 1000,
      userHome: "/home/a" as AbsPath,
    }),
    readSettings: async () => ({ config: defaultConfig, given: new Set(), complaints: [] }),
    ...setup.wiring,
  };
}
