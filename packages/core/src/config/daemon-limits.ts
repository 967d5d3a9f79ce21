import { second } from "./units.ts";

/** The daemon and its lock. */
export const daemonLimits = {
  /** Longest piece of work before sockets and watchers have their turn; half a frame. */
  sliceMs: 8,
  /** Steps of an operation that one transaction writes: some 10 ms, and one flush. */
  journalSteps: 1000,
  /** Time to record what is pending after SIGTERM, before the service manager loses patience. */
  drainMsMax: 5 * second,
  /** For a daemon in the foreground to look at the disk once more: containers wait 10 s for its end. */
  lastFlushMsMax: 4 * second,
  /** A project in which nothing has happened for so long is calm: what its last change left to do is done. */
  calmAfterMs: 15 * second,
  /** How often a calm project is looked at for its root, and for agents that have begun. */
  glanceMs: 5 * second,
  /** How often the lock's inode is compared with the one that was locked, and a calm project looks after itself. */
  lockCheckMs: 15 * second,
  /** One that has not said for so long that it records is asked whether it does: four times as often is said. */
  silentMs: 60 * second,
  /** For that question: every command that looks at recordings then waits so long. */
  troubleMsMax: 500,
} as const;
