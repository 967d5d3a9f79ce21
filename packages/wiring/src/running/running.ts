import type { HomeAccess, Running } from "@unf/answers";
import { type AbsPath, absPathToColumn, UnfError, version } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { crashLogPath, daemonLockPath, sentinelLockPath } from "@unf/core/home";
import { setRunning } from "@unf/core/intent";
import { type Client, connect, type SnapshotNotice } from "@unf/protocol";
import {
  connectSocket,
  removeHome as deleteHome,
  endProcess,
  openHome,
  readBusyNote,
  readHolder,
  readIntent,
  removeSocketDirectory,
  requireIntent,
  socketPlace,
  systemClock,
  writeIntent,
} from "@unf/system";
import { readHeartbeat } from "../home/heartbeat.ts";
import { ensureRunning, wakeSentinel } from "./ensure-running.ts";
import { readOccupant, refuseIfOccupied } from "./read-occupant.ts";

const connectMsMax = 3000;

/** Connects to the daemon. Throws `daemon_unavailable` when none answers. */
export async function connectDaemon(
  home: AbsPath,
  onNotice?: (notice: SnapshotNotice) => void,
): Promise<Client> {
  const channel = await connectSocket(socketPlace(home), { timeoutMs: connectMsMax });
  return connect(channel, {
    clock: systemClock,
    version,
    timeoutMs: connectMsMax,
    ...(onNotice === undefined ? {} : { onNotice: ({ params }) => onNotice(params) }),
  });
}

/** After this time whoever waits for a daemon sees to it that a sentinel is there; then after twice, four times it. */
const sentinelAgainMs = 2000;

/** A wait for a daemon whose place a command has ends with a word on that after this time. */
const occupantMsMax = 5000;

/** Makes both programs run, creating the home first when there is none, and connects. */
export async function startDaemon(home: AbsPath): Promise<Client> {
  openHome(home, { create: true });
  const intent = requireIntent(home);
  if (!intent.running) writeIntent(home, setRunning(intent, true));
  wakeSentinel(home);
  const start = systemClock.mono();
  const end = start + limits.sentinel.startMsMax;
  let again = start + sentinelAgainMs;
  for (;;) {
    try {
      return await connectDaemon(home);
    } catch (thrown) {
      if (systemClock.mono() >= start + occupantMsMax) refuseIfOccupied(home);
      const isMissing = thrown instanceof UnfError && thrown.code === "daemon_unavailable";
      if (!isMissing || systemClock.mono() >= end) throw notStarted(home, thrown);
    }
    const now = systemClock.mono();
    if (now >= again) {
      // The one that was told to look may have been ending just then.
      await ensureRunning(home);
      again = now + (now - start);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Asks daemon and sentinel; starts nothing. */
export async function inspectRunning(home: AbsPath): Promise<Running> {
  const intent = readIntent(home);
  const daemon = await askStatus(home);
  const isAway = daemon === undefined;
  return {
    daemon,
    recordedUntil: isAway ? readHeartbeat(home) : undefined,
    ...(isAway ? { occupant: readOccupant(home), busy: readBusyNote(home) } : {}),
    sentinel: readHolder(sentinelLockPath(home))?.pid,
    intended: intent.kind === "known" ? intent.intent.running : true,
  };
}

/** Sets the intent to not running and ends both; resolves when they are gone. */
export async function stopAll(
  home: AbsPath,
): Promise<{ readonly daemon: number | undefined; readonly sentinel: number | undefined }> {
  if (openHome(home, { create: false }) === "absent")
    return { daemon: undefined, sentinel: undefined };
  const intent = requireIntent(home);
  writeIntent(home, setRunning(intent, false));
  const sentinel = readHolder(sentinelLockPath(home));
  if (sentinel !== undefined) await endProcess(sentinel, { graceMs: limits.sentinel.termMsMax });
  const daemon = readHolder(daemonLockPath(home));
  // A command that works in its place ends by itself: to cut it off would leave its work half done.
  if (daemon?.command !== undefined) return { daemon: undefined, sentinel: sentinel?.pid };
  if (daemon !== undefined) await endProcess(daemon, { graceMs: limits.sentinel.drainedMsMax });
  return { daemon: daemon?.pid, sentinel: sentinel?.pid };
}

/** Deletes the home, in which nothing runs any more. */
export async function removeHome(home: AbsPath): Promise<readonly string[]> {
  const others = deleteHome(home, version);
  removeSocketDirectory(home);
  return others;
}

/** New snapshots as they are recorded, until the iterator is closed, the signal comes, or the daemon ends. */
export async function* follow(
  home: AbsPath,
  root: AbsPath | undefined,
  signal?: Parameters<HomeAccess["follow"]>[2],
): AsyncGenerator<SnapshotNotice> {
  const waiting: SnapshotNotice[] = [];
  let wake: (() => void) | undefined;
  let isOver = signal?.aborted === true;
  const end = () => {
    isOver = true;
    wake?.();
  };
  signal?.addEventListener("abort", end, { once: true });
  using client = await connectDaemon(home, (notice) => {
    waiting.push(notice);
    wake?.();
  });
  await client.call("subscribe", root === undefined ? {} : { root: absPathToColumn(root) });
  void client.ended.then(end);
  while (!isOver) {
    yield* waiting.splice(0);
    if (!isOver && waiting.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

async function askStatus(home: AbsPath): Promise<Running["daemon"]> {
  try {
    using client = await connectDaemon(home);
    return await client.call("status", {}, { timeoutMs: connectMsMax });
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}

function notStarted(home: AbsPath, cause: unknown): UnfError {
  if (cause instanceof UnfError && cause.code !== "daemon_unavailable") return cause;
  return new UnfError("daemon_unavailable", "the daemon did not start", {
    hint: `look into ${crashLogPath(home, "daemon")}`,
    cause,
  });
}
