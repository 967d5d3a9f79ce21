// The processor's seconds of programs that the runner starts, with all that these start. Beside other
// tests the seconds of a clock say more about the others. Reads /proc: elsewhere than on Linux all is 0.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** So many a second on every Linux there is, whatever its kernel counts with (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** An adopted process that is there for less, or the last that it does, is not counted. Unit: ms. */
const lookEveryMs = 250;

const hasProc = existsSync("/proc/self/stat");
let reapedBefore = reapedTicks();

/**
 * Of the child whose `exit` event is being handled, with all that it waited for. To be called at each
 * child's: the kernel counts only the sum of them. Two that end at once may be told as one's.
 */
export function secondsOfEnded() {
  const now = reapedTicks();
  const ticks = now - reapedBefore;
  reapedBefore = now;
  return ticks / ticksPerSecond;
}

function reapedTicks() {
  return hasProc ? (readStat("self")?.reaped ?? 0) : 0;
}

/** Marks that are looked for, each with its adopted processes: by id, the ticks of each. */
const watched = new Map();

/** By id, of processes seen before: which of the marks they have, or none. */
let marks = new Map();
let timer;

/**
 * Looks from now on for processes with `mark` in their environment that have lost their parent, as
 * daemons do: nobody of the runner's waits for these. `end` gives their seconds.
 */
export function watchAdopted(mark) {
  const adopted = new Map();
  watched.set(mark, adopted);
  if (hasProc && timer === undefined) timer = setInterval(look, lookEveryMs).unref();
  return {
    end: () => {
      if (hasProc) look();
      watched.delete(mark);
      if (watched.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      return adopted.values().reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
    },
  };
}

function look() {
  const seen = new Map();
  const stats = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat === undefined) return [];
    const id = `${name} ${stat.startedAt}`;
    seen.set(name, marks.get(name)?.id === id ? marks.get(name) : { id, mark: markOf(name) });
    return [{ name, ...stat }];
  });
  // A browser's processes write over their environment. Whoever starts another was there before it.
  for (const { name, parent } of stats.toSorted((one, other) => one.startedAt - other.startedAt))
    seen.get(name).mark ??= seen.get(parent)?.mark;
  marks = seen;
  for (const { name, parent, own, reaped } of stats) {
    const { id, mark } = seen.get(name);
    const isAdopted = parent !== String(process.pid) && seen.get(parent)?.mark !== mark;
    if (mark !== undefined && isAdopted) watched.get(mark)?.set(id, own + reaped);
  }
}

function markOf(name) {
  const environment = readOf(name, "environ") ?? "";
  return [...watched.keys()].find((mark) => environment.includes(mark));
}

/** Ticks of the process and of those it has waited for, its parent, and when it began. */
function readStat(name) {
  const text = readOf(name, "stat");
  if (text === undefined) return undefined;
  // The second field is a name in brackets, with whatever in it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [user, system, userReaped, systemReaped] = fields.slice(11, 15).map(Number);
  const [parent, startedAt] = [fields[1], Number(fields[19])];
  return { parent, startedAt, own: user + system, reaped: userReaped + systemReaped };
}

/** `undefined` when the process has ended, or is somebody else's. */
function readOf(name, file) {
  try {
    return readFileSync(`/proc/${name}/${file}`, "utf8");
  } catch (thrown) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(thrown.code)) return undefined;
    throw thrown;
  }
}
