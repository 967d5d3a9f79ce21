export { atomicReplace, isTemporaryOf } from "./disk/atomic-replace.ts";
export { randomName } from "./disk/base/random-name.ts";
export { guardWrites, permitFor } from "./disk/base/write-guard.ts";
export { removeAll, touch } from "./disk/base/writes.ts";
export { readDiskBytes, readDiskRoom } from "./disk/disk-room.ts";
export { statEntry } from "./disk/entry-stat.ts";
export { openFileSystem } from "./disk/file-system.ts";
export { listFiles } from "./disk/list-files.ts";
export { readCanonical } from "./disk/read-canonical.ts";
export { readJson } from "./disk/read-json.ts";
export { readStretches } from "./disk/read-stretches.ts";
export { readText } from "./disk/read-text.ts";
export { hasBallast, makeBallast, releaseBallast } from "./home/ballast.ts";
export { clearBusyNote, readBusyNote, writeBusyNote } from "./home/busy-note.ts";
export { clearTemporaries } from "./home/clear-temporaries.ts";
export { homeDirectory } from "./home/home-directory.ts";
export { homeFiles } from "./home/home-files.ts";
export { HomePlace } from "./home/home-place.ts";
export { notePayload, writeHookLog } from "./home/hook-log.ts";
export { type HookFile, type HookNote, readHookNote, writeHookNote } from "./home/hook-notes.ts";
export { readIntent, requireIntent, writeIntent } from "./home/intent-store.ts";
export { clearLastWords, takeLastWords, writeLastWords } from "./home/last-words.ts";
export { measureHome } from "./home/measure-home.ts";
export { isBelowWindows, networkDisk } from "./home/network-disk.ts";
export {
  type HomeKind,
  openHome,
  raiseFormat,
  readHomeKind,
  tightenUmask,
} from "./home/open-home.ts";
export { makePrivate, readOwnEntry } from "./home/own-entry.ts";
export {
  checkPrivateDirectory,
  makePrivateDirectory,
  requireOwn,
} from "./home/private-directory.ts";
export { removeHome } from "./home/remove-home.ts";
export {
  noteSettings,
  readUnseenSettings,
  type UnseenSettings,
} from "./home/settings-seen.ts";
export { SizeNotes } from "./home/size-notes.ts";
export {
  listSpool,
  nameSpooled,
  readSpooled,
  removeSpooled,
  setSpooledAside,
  takeDropped,
  writeSpooled,
} from "./home/spool-files.ts";
export {
  clearSupervisionNote,
  readConditionNote,
  readSupervisionNote,
  writeConditionNote,
  writeSupervisionNote,
} from "./home/trouble-notes.ts";
export { type LockHolder, readHolder } from "./lock/holder.ts";
export { inspectLock, type Lock, type LockTaker, type TakenLock, takeLock } from "./lock/lock.ts";
export { readCaller } from "./process/agent-process.ts";
export { isOfAnotherUser } from "./process/connected-user.ts";
export { countOtherWatches, countWatches, readWatchLimits } from "./process/inotify.ts";
export {
  bootId,
  hasChildNamed,
  isAlive,
  type ProcessIdentity,
  readStat,
  startTicks,
  thisProcess,
} from "./process/process-facts.ts";
export { readProcessSight } from "./process/process-sight.ts";
export { type ParentProcess, readCommand, readProcessesAbove } from "./process/processes-above.ts";
export { adoptOrphans } from "./program/adopt-orphans.ts";
export { beginSmall } from "./program/begin-small.ts";
export { cleanEnvironment } from "./program/clean-environment.ts";
export { type DaemonStart, daemonProgram } from "./program/daemon-program.ts";
export { endProcess, signalProcess } from "./program/end-process.ts";
export { giveBackMemory } from "./program/give-back-memory.ts";
export { sentinelOptions } from "./program/node-options.ts";
export { ownProgram } from "./program/own-program.ts";
export {
  type ProgramName,
  programPath,
  programVariables,
} from "./program/programs.ts";
export { runProgram } from "./program/run-program.ts";
export { onSignals, type SignalActions } from "./program/signals.ts";
export { type Program, type Spawned, spawnBeside, spawnProgram } from "./program/spawn-program.ts";
export { hearStdin } from "./runtime/stdin.ts";
export { readServiceNote, writeServiceNote } from "./service/service-notes.ts";
export { removeSocketDirectory } from "./socket/remove-socket-directory.ts";
export {
  connectSocket,
  type ListenOptions,
  listenSocket,
  type SocketListener,
} from "./socket/socket.ts";
export type { ChannelEvents, SocketChannel } from "./socket/socket-channel.ts";
export { planSocketPlace, type SocketPlace, socketPlace } from "./socket/socket-place.ts";
export { createClock, systemClock } from "./time/clock.ts";
export { openProcessTrees } from "./writers/process-tree.ts";
export { openWriterProbe } from "./writers/writer-probe.ts";
