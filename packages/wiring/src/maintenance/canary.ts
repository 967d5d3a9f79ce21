import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  type AbsPath,
  absPathToColumn,
  type SnapshotId,
  sayFailure,
  systemCode,
  UnfError,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { addProject, setRunning } from "@unf/core/intent";
import type { Canary } from "@unf/maintenance";
import type { Client, SnapshotNotice } from "@unf/protocol";
import {
  daemonProgram,
  endProcess,
  openHome,
  requireIntent,
  type Spawned,
  spawnBeside,
  startTicks,
  systemClock,
  writeIntent,
} from "@unf/system";
import { connectDaemon } from "../running/running.ts";
import { type CanaryPlace, makeCanaryPlace, removeCanaryPlace } from "./canary-place.ts";
import { projectId } from "./over-home.ts";

const probe = "probe.txt";
const recorded = "recorded\n";
const replaced = "replaced\n";

/**
 * Runs a complete recorder with a home and a project of its own in a temporary directory: a file is
 * written, recorded, replaced and restored. Nothing of it is left: where this process is killed, the recorder
 * ends with it, and the next live test takes the directory away.
 */
export async function runCanary(): Promise<Canary> {
  try {
    return await runIn(makeCanaryPlace());
  } catch (thrown) {
    if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
    return dead(sayFailure(thrown));
  }
}

async function runIn(place: CanaryPlace): Promise<Canary> {
  const { home, root } = place;
  let daemon: Spawned | undefined;
  const ending = onEnding(() => {
    if (daemon !== undefined) kill(daemon);
    removeCanaryPlace(place);
  });
  try {
    mkdirSync(root);
    openHome(home, { create: true });
    const intended = { id: projectId(root), root, addedAt: systemClock.wall(), options: {} };
    writeIntent(home, setRunning(addProject(requireIntent(home), intended), true));
    daemon = spawnDaemon(home);
    return await within(limits.doctor.canaryMsMax, watchProbe(home, root));
  } finally {
    if (daemon !== undefined) await end(daemon);
    ending[Symbol.dispose]();
    removeCanaryPlace(place);
  }
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * `clean` is run before a signal ends the process: whoever asked may wait no longer. Whoever else hears it
 * ends the process with words.
 */
function onEnding(clean: () => void): Disposable {
  const stop = () => {
    for (const signal of endings) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    stop();
    clean();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  // Before all others: one that hears a signal once is not counted any more while it is told.
  for (const signal of endings) process.prependListener(signal, end);
  return { [Symbol.dispose]: stop };
}

/** At once: nobody misses what it records. */
function kill({ pid }: Spawned): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (thrown) {
    if (systemCode(thrown) !== "ESRCH") throw thrown;
  }
}

/** In the foreground of this process, whose end is its own. */
function spawnDaemon(home: AbsPath): Spawned {
  const program = daemonProgram(home, { foreground: true });
  return spawnBeside({ ...program, env: { ...program.env, UNF_HOME: home } });
}

async function watchProbe(home: AbsPath, root: AbsPath): Promise<Canary> {
  const heard = Promise.withResolvers<void>();
  const onNotice = ({ path }: SnapshotNotice) => {
    if (path === probe) heard.resolve();
  };
  using client = await reach(home, onNotice);
  await client.call("subscribe", {});
  const column = absPathToColumn(root);
  // Behind the first sweep, so that only the watcher can tell of the file.
  await client.call("flush", { root: column });
  const written = systemClock.mono();
  writeFileSync(join(root, probe), recorded);
  await heard.promise;
  const recordedMs = Math.round(systemClock.mono() - written);
  const { projects } = await client.call("flush", { root: column });
  const [project] = projects;
  if (project === undefined || project.last_id === null) return dead("nothing was recorded");
  writeFileSync(join(root, probe), replaced);
  const asked = systemClock.mono();
  await client.call("restore", {
    root: column,
    target: { id: project.last_id as SnapshotId },
    within: [],
    include: [],
    exclude: [],
    deletions: "keep",
    overwrite: "if-changed",
    plan: null,
    argv: ["doctor"],
  });
  const restoredMs = Math.round(systemClock.mono() - asked);
  const found = readFileSync(join(root, probe), "utf8");
  if (found !== recorded) return dead("the file that came back is not the one that was written");
  return { kind: "alive", recordedMs, restoredMs };
}

function dead(why: string): Canary {
  return { kind: "dead", why };
}

/** Connects as soon as the daemon listens. */
async function reach(home: AbsPath, onNotice: (notice: SnapshotNotice) => void): Promise<Client> {
  const deadline = systemClock.mono() + limits.doctor.canaryMsMax;
  for (;;) {
    try {
      return await connectDaemon(home, onNotice);
    } catch (thrown) {
      const isMissing = thrown instanceof UnfError && thrown.code === "daemon_unavailable";
      if (!isMissing || systemClock.mono() >= deadline) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function within(ms: number, work: Promise<Canary>): Promise<Canary> {
  const late = Promise.withResolvers<Canary>();
  const timer = setTimeout(() => late.resolve(dead(`nothing was recorded within ${ms} ms`)), ms);
  // When time is over the connection ends with the daemon, and nobody waits for that any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function end({ pid }: Spawned): Promise<void> {
  await endProcess({ pid, startTicks: startTicks(pid) }, { graceMs: limits.daemon.drainMsMax });
}
