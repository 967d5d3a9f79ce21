import process from "node:process";
import { parseArgs } from "node:util";
import { type AbsPath, type ProjectId, systemCode, UnfError, version } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import { daemonLockPath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { decideDiskLevel, planDiskMarks } from "@unf/core/storage";
import { formatUtc } from "@unf/core/time";
import { type Handlers, ProtocolServer, protocolVersion } from "@unf/protocol";
import {
  clearTemporaries,
  type Lock,
  openHome,
  readDiskRoom,
  readIntent,
  releaseBallast,
  type SignalActions,
  systemClock,
  takeLock,
  tightenUmask,
  writeBusyNote,
} from "@unf/system";
import { openLog } from "@unf/system/log";
import {
  examineTimeline,
  flushStore,
  readSearches,
  readSettings,
  scanHome,
} from "@unf/wiring/recorder";
import { listenEarly } from "./early-signals.ts";
import { flushAtLast } from "./flush-at-last.ts";
import { Background } from "./housekeeping/background.ts";
import { Daemon } from "./recorder/daemon.ts";
import type { EndCause } from "./recorder/daemon-ports.ts";
import { ControlSocket } from "./socket/control-socket.ts";
import { requestHandlers } from "./socket/requests.ts";
import { Subscribers } from "./socket/subscribers.ts";

async function main(home: AbsPath, start: Start): Promise<void> {
  // The starter of a daemon makes the home; one that was taken away is not made again behind its
  // back.
  if (openHome(home, { create: false }) === "absent") {
    throw new UnfError("not_found", `there is no home at ${home}`, { hint: "unf start" });
  }
  const { config } = await readSettings(home);
  freeReserve(home, config);
  openHome(home, { create: true });
  const signals = listenEarly();
  const lock = await waitForLock(home);
  if (lock === undefined) {
    process.stderr.write("unf daemon: another one records this home already\n");
    process.exitCode = 6;
    return;
  }
  const log = openLog(home, "daemon", config["log.level"]);
  dieOnBugs(log);
  if (start["if-wanted"]) endIfUnwanted(home, log, lock);
  clearTemporaries(home, systemClock.wall());
  log.info("daemon.start", { version, node: process.versions.node, safe: start.safe });
  announceStart(home, log);
  await flushStore(home);
  const ended = Promise.withResolvers<EndCause>();
  const subscribers = new Subscribers();
  let opened: ControlSocket | undefined;
  const daemon = new Daemon({
    home,
    lock,
    log,
    config,
    safeMode: start.safe,
    quarantine: start.quarantine as readonly ProjectId[],
    isForeground: start.foreground,
    onEnd: ended.resolve,
    onCheck: async () => {
      await opened?.check();
      background.check();
    },
    onSnapshot: (notice) => {
      subscribers.tell(notice);
      background.noteWritten(notice.bytes);
    },
    listenerOf: (project) => project.sessions,
  });
  const background = new Background(daemon, log);
  const server = openServer(home, log, {
    ...requestHandlers(
      daemon,
      (connection, root) => subscribers.add(connection, root),
      (params) => background.forget(params),
    ),
    status: () => ({ ...daemon.status(), store: background.store }),
  });
  using socket = new ControlSocket(home, log, server);
  opened = socket;
  await socket.open();
  const begun = background.carryOn();
  const starting = begun.then(() => background.start());
  starting.catch((thrown: unknown) => log.error("start.failed", { error: thrown }));
  signals.handTo(actionsOf(daemon, begun, log));
  const cause = await waitForEnd(daemon, log, ended.promise);
  socket[Symbol.dispose]();
  await background.close();
  await daemon.close(cause);
  server.close();
  log.info("daemon.end", { cause });
  lock[Symbol.dispose]();
  process.exit(0);
}

/**
 * Looked at under the lock: whoever stops recording says so first and then looks who holds it, so that
 * one of the two sees the other.
 */
function endIfUnwanted(home: AbsPath, log: Log, lock: Lock): void {
  const chosen = readIntent(home);
  if (chosen.kind !== "known" || chosen.intent.running) return;
  log.info("daemon.end", { cause: "not_wanted" });
  lock[Symbol.dispose]();
  process.exit(0);
}

/** A slow disk may take its time for the flush that follows, and nothing answers before it. */
function announceStart(home: AbsPath, log: Log): void {
  try {
    writeBusyNote(home, { what: "start", since: systemClock.wall() });
  } catch (thrown) {
    // A full disk keeps nobody from starting.
    if (systemCode(thrown) === undefined) throw thrown;
    log.warn("busy.unwritten", { error: thrown });
  }
}

function openServer(home: AbsPath, log: Log, handlers: Handlers): ProtocolServer {
  const startedAt = formatUtc(systemClock.wall());
  return new ProtocolServer({
    clock: systemClock,
    handlers,
    hello: () => ({
      protocol: protocolVersion,
      version,
      pid: process.pid,
      home,
      started_at: startedAt,
    }),
    onBug: (thrown, method) => log.error("request.bug", { method, error: thrown }),
  });
}

/** A reload opens projects without the gap that a start gives them, and therefore comes after it began. */
function actionsOf(daemon: Daemon, begun: Promise<void>, log: Log): SignalActions {
  const reload = () => begun.then(() => daemon.reload());
  return {
    end: () => daemon.endSoon("signal"),
    reload: () => void reload().catch((thrown) => log.error("reload.failed", { error: thrown })),
  };
}

/** Resolves when it is to end. One in the foreground also ends with its input, and looks at the disk once more. */
async function waitForEnd(daemon: Daemon, log: Log, ended: Promise<EndCause>): Promise<EndCause> {
  if (daemon.isForeground) onInputEnd(() => daemon.endSoon("signal"));
  const cause = await ended;
  log.info("daemon.ending", { cause });
  const isAsked = cause === "signal" || cause === "stop";
  if (daemon.isForeground && isAsked) await flushAtLast(daemon, log);
  return cause;
}

/** Standard input of a daemon in the foreground ends with the program that started it. */
function onInputEnd(end: () => void): void {
  process.stdin.once("close", end).once("error", end).resume();
}

/** A restore in a command's own process may hold the lock for a moment. */
async function waitForLock(home: AbsPath): Promise<Lock | undefined> {
  const patience = systemClock.mono() + lockPatienceMs;
  for (;;) {
    const taken = takeLock(daemonLockPath(home), { version });
    if (taken.kind === "taken") return taken.lock;
    if (systemClock.mono() >= patience) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const lockPatienceMs = 5000;

/** On a disk that is full even the lock's name cannot be written: that is what the reserve is for. */
function freeReserve(home: AbsPath, config: Config): void {
  const marks = planDiskMarks(config["store.min_free"]);
  if (decideDiskLevel(readDiskRoom(home), marks, "good") === "short") releaseBallast(home);
}

/** Goes to the crash log, which is where `unf start` points to. */
function failToStart(thrown: unknown): void {
  const isForeseen = thrown instanceof UnfError;
  process.stderr.write(`unf daemon: ${isForeseen ? thrown.message : String(thrown)}\n`);
  process.exit(isForeseen ? 1 : 70);
}

/** Ends the process at once at an unforeseen failure: the sentinel starts another, with a sound state. */
function dieOnBugs(log: Log): void {
  const die = (thrown: unknown): void => {
    log.error("daemon.bug", { error: thrown instanceof UnfError ? thrown.message : thrown });
    process.exit(70);
  };
  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
}

interface Start {
  readonly safe: boolean;
  readonly foreground: boolean;
  readonly "if-wanted": boolean;
  readonly quarantine: readonly string[];
}

/** For the daemon, which must not read the files of timelines that it has open. */
async function printSearch(home: AbsPath): Promise<void> {
  const due = readSearches(home).filter(({ state }) => state === "due");
  const report = await scanHome(home, {
    prints: due.flatMap(({ prints }) => prints),
    hashes: [...new Set(due.flatMap(({ hashes }) => hashes))],
  });
  process.stdout.write(JSON.stringify(report));
}

/** For a command, which goes on hearing signals meanwhile. */
async function printExamined(home: AbsPath, project: ProjectId, how: string): Promise<void> {
  const depth = how === "quick" ? how : "full";
  process.stdout.write(JSON.stringify(examineTimeline(home, project, depth)));
}

// Started by the sentinel: `daemon --home DIR --if-wanted [--safe] [--quarantine ID …]`. Records until told to end.
// With `--foreground`, started by a command that waits for it: ends with that, too.
// With `--examine`, started by `unf verify` and, with `--how quick`, by `unf doctor`: looks at one timeline,
// prints what is wrong with it, and ends.
// With `--search`, started by a daemon: looks through the home, prints what it found, and ends.
tightenUmask();
const { values } = parseArgs({
  options: {
    home: { type: "string" },
    safe: { type: "boolean", default: false },
    quarantine: { type: "string", multiple: true, default: [] },
    foreground: { type: "boolean", default: false },
    "if-wanted": { type: "boolean", default: false },
    search: { type: "boolean", default: false },
    examine: { type: "string" },
    how: { type: "string", default: "full" },
  },
});
if (values.home === undefined) {
  process.stderr.write("unf daemon: needs --home DIR\n");
  process.exitCode = 2;
} else if (values.examine !== undefined) {
  printExamined(values.home as AbsPath, values.examine as ProjectId, values.how).catch(failToStart);
} else if (values.search) {
  printSearch(values.home as AbsPath).catch(failToStart);
} else {
  main(values.home as AbsPath, values).catch(failToStart);
}
