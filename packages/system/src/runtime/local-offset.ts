import { readFileSync } from "node:fs";
import process from "node:process";
import { systemCode } from "@unf/core/base";
import { findOffset, parseZoneTable, type ZoneTable } from "./zone-file.ts";

/** `undefined`: not looked for yet. `null`: the runtime is to be asked. */
let table: ZoneTable | null | undefined;

/**
 * How far local clocks are ahead of UTC at an instant; both in ms. Bun takes 8 ms of processor time before
 * it can answer for the first time, a sixth of a command's, so that there the system's own file is read.
 */
export function localOffset(at: number): number {
  if (table === undefined)
    table = process.versions.bun === undefined ? null : readLocalZone(process.env.TZ);
  const known = table === null ? undefined : findOffset(table, Math.floor(at / 1000));
  // getTimezoneOffset counts minutes from local time to UTC, hence the sign.
  return known === undefined ? -new Date(at).getTimezoneOffset() * 60_000 : known * 1000;
}

/**
 * The system's file of the zone that `TZ` names, which is the machine's own where it is not set; `null`
 * where there is none, or where `TZ` has a rule of its own.
 */
export function readLocalZone(name: string | undefined): ZoneTable | null {
  if (name !== undefined && !/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i.test(name)) return null;
  try {
    const path = name === undefined ? "/etc/localtime" : `/usr/share/zoneinfo/${name}`;
    return parseZoneTable(readFileSync(path)) ?? null;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return null;
  }
}
