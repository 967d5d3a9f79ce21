import { clock } from "./fault/clock.ts";
import { disks } from "./fault/disks.ts";
import { kills } from "./fault/kills.ts";
import { storms } from "./fault/storms.ts";
import type { Fault } from "./fault.ts";

export const faults: readonly Fault[] = [...kills, ...disks, ...storms, clock];

/** Throws when there is none of this name. */
export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`no fault is called ${name}`);
  return found;
}
