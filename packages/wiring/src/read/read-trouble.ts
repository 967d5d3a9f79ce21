import { type AbsPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { daemonLockPath, sentinelLockPath } from "@unf/core/home";
import type { Intent } from "@unf/core/intent";
import {
  type ConditionNote,
  decideTrouble,
  type Trouble,
  type TroubleFacts,
  type TroubleScope,
} from "@unf/core/trouble";
import {
  inspectLock,
  isAlive,
  type LockHolder,
  readBusyNote,
  readConditionNote,
  readHolder,
  readIntent,
  readStat,
  readSupervisionNote,
  requireOwn,
  systemClock,
} from "@unf/system";
import { readHeartbeat } from "../home/heartbeat.ts";

/** Asks the daemon what it says of itself; `undefined` when it does not answer in time. */
export type AskCondition = (home: AbsPath) => Promise<ConditionNote | undefined>;

/**
 * Reads from a few small files what keeps the scope from being recorded as it ought to be. A daemon
 * is asked only where those say that it does nothing, and only for who brings `ask`: a hook has not
 * the time.
 */
export async function readTrouble(
  home: AbsPath,
  scope: TroubleScope,
  ask?: AskCondition,
): Promise<Trouble | undefined> {
  const found = readFacts(home);
  if (found === undefined) return undefined;
  const { facts, isSilent } = found;
  const isAsked = ask !== undefined && isSilent;
  return decideTrouble(isAsked ? await askDaemon(home, facts, ask) : facts, scope);
}

/**
 * The same for who cannot wait; `undefined` where files alone do not tell, because the daemon would have to
 * be asked.
 */
export function readTroubleNow(
  home: AbsPath,
  scope: TroubleScope,
): { readonly trouble: Trouble | undefined } | undefined {
  const found = readFacts(home);
  if (found?.isSilent === true) return undefined;
  return { trouble: found && decideTrouble(found.facts, scope) };
}

/** `isSilent`: a daemon is there that may be doing nothing. `undefined` for a home that is not ours to judge. */
function readFacts(
  home: AbsPath,
): { readonly facts: TroubleFacts; readonly isSilent: boolean } | undefined {
  if (!isOwnHome(home)) return undefined;
  const intent = knownIntent(home);
  // One of a later version is that version's to judge.
  if (intent === "newer") return undefined;
  const condition = readConditionNote(home);
  const heartbeat = readHeartbeat(home);
  const named = readHolder(daemonLockPath(home));
  const holder = readHolderFacts(home, named, condition?.pid);
  const supervision = readSupervisionNote(home);
  const sentinel = supervision && readHolder(sentinelLockPath(home));
  const facts = {
    intent,
    heartbeat,
    holder,
    condition: holder.kind === "daemon" && holder.pid === condition?.pid ? condition : undefined,
    supervision: sentinel?.pid === supervision?.pid ? supervision : undefined,
  };
  return { facts, isSilent: isSilent(facts, named?.since) };
}

/** False for a home that others may have written: whoever uses it says why it is refused. */
function isOwnHome(home: AbsPath): boolean {
  try {
    requireOwn(home);
    return true;
  } catch (thrown) {
    if (thrown instanceof UnfError) return false;
    throw thrown;
  }
}

/**
 * It has said something, and then for long not even that it records. `takenAt`: when it took the lock;
 * a heartbeat of before is that of another daemon, which ended a while ago.
 */
function isSilent({ holder, condition, heartbeat }: TroubleFacts, takenAt = 0): boolean {
  // Before its first word a daemon is busy opening its projects.
  if (holder.kind !== "daemon" || holder.isHung || condition === undefined) return false;
  if (heartbeat === undefined) return false;
  return systemClock.wall() - Math.max(heartbeat, takenAt) > limits.daemon.silentMs;
}

/** Where the home is read-only what was written is no longer true, and only the daemon knows. */
async function askDaemon(
  home: AbsPath,
  facts: TroubleFacts,
  ask: AskCondition,
): Promise<TroubleFacts> {
  const condition = await ask(home);
  if (condition !== undefined) return { ...facts, condition };
  if (facts.holder.kind !== "daemon") return facts;
  // It announces what keeps it from answering.
  const busy = readBusyNote(home);
  return busy?.pid === facts.holder.pid
    ? { ...facts, holder: { kind: "command", command: busy.what } }
    : { ...facts, holder: { ...facts.holder, isHung: true } };
}

function knownIntent(home: AbsPath): Intent | "newer" | undefined {
  const chosen = readIntent(home);
  if (chosen.kind === "newer") return "newer";
  return chosen.kind === "known" ? chosen.intent : undefined;
}

/** `noted`: who wrote the condition. On a full disk not even the lock's holder can write its name. */
function readHolderFacts(
  home: AbsPath,
  named: LockHolder | undefined,
  noted: number | undefined,
): TroubleFacts["holder"] {
  if (named?.command !== undefined) return { kind: "command", command: named.command };
  const pid = named?.pid ?? readNameless(home, noted);
  if (pid === undefined) return { kind: "none" };
  return { kind: "daemon", pid, isHung: ["T", "t"].includes(readStat(pid)?.state ?? "") };
}

function readNameless(home: AbsPath, noted: number | undefined): number | undefined {
  if (inspectLock(daemonLockPath(home)).kind === "free") return undefined;
  // A holder without a name has just taken it, or could not write.
  const isNoted = noted !== undefined && isAlive({ pid: noted, startTicks: undefined });
  return isNoted ? noted : 0;
}
