import type { AbsPath } from "../base/brand.ts";
import { limits } from "../config/limits.ts";
import { keyOfProcess } from "../ports/agent-processes.ts";
import type { OtherProcess, OthersReading } from "../ports/process-tree.ts";

/**
 * Who beside an agent's tree can have made a change that came between two looks: each has handed so
 * many bytes to the system *and* changed as many bytes of pages. Without the second what goes to a
 * terminal would do. `bytes`: 0 where the change may have cost nothing; then nobody is known to have
 * made it.
 */
export function findRivals(
  before: OthersReading,
  after: OthersReading,
  bytes: number,
): readonly OtherProcess[] {
  if (bytes === 0) return [];
  const earlier = new Map(before.processes.map((one) => [keyOfProcess(one), one]));
  return after.processes.filter((one) => {
    const from =
      earlier.get(keyOfProcess(one))?.bytes ?? (isBornSince(one, before) ? nothing : undefined);
    if (from === undefined) return false;
    return one.bytes.handed - from.handed >= bytes && one.bytes.paged - from.paged >= bytes;
  });
}

/**
 * True when `open` is what an editor keeps open beside a file that it edits: the swap file of Vim,
 * also in a directory of its own, or of Kate.
 */
export function isCompanion(open: string, of: AbsPath): boolean {
  const [directory, name] = split(of);
  const [where, what] = split(open);
  if (isSwap(what, of.replaceAll("/", "%"))) return true;
  if (where !== directory) return false;
  return what === `.${name}.kate-swp` || isSwap(what, name.startsWith(".") ? name : `.${name}`);
}

/** Vim takes the next letter backwards where one is taken. */
function isSwap(what: string, stem: string): boolean {
  return what.startsWith(`${stem}.sw`) && /^[a-p]$/.test(what.slice(stem.length + 3));
}

function split(path: string): readonly [directory: string, name: string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, at), path.slice(at + 1)];
}

const nothing = { handed: 0, paged: 0 };

/** What was there before and was not looked at has written nobody knows when. */
function isBornSince({ bornAt }: OtherProcess, { from }: OthersReading): boolean {
  return bornAt >= from - limits.sessions.life.bornSlackMs;
}
