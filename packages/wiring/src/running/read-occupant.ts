import type { Occupant } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { formatUtc } from "@unf/core/time";
import { readHolder } from "@unf/system";

/** The command that holds the daemon's lock, if one does. */
export function readOccupant(home: AbsPath): Occupant | undefined {
  const holder = readHolder(daemonLockPath(home));
  if (holder?.command === undefined) return undefined;
  const { pid, command, since } = holder;
  return { pid, command, since };
}

/** For whoever has waited for the daemon, or for its lock. */
export function refuseIfOccupied(home: AbsPath): void {
  const occupant = readOccupant(home);
  if (occupant === undefined) return;
  const { pid, command, since } = occupant;
  const from = since === undefined ? "" : ` since ${formatUtc(since)}`;
  const message = `${command} (pid ${pid}) has held the recorder's place${from}`;
  throw new UnfError("daemon_unavailable", message, {
    hint: "recording goes on by itself when it ends; then run the command again",
  });
}
