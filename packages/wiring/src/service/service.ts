import { existsSync } from "node:fs";
import type { ServicePlan, ServiceReport } from "@unf/answers";
import { type AbsPath, UnfError, version } from "@unf/core/base";
import {
  chooseManager,
  type EnabledService,
  isSameEntry,
  planServiceEntry,
  type ServiceFacts,
  type ServiceManager,
} from "@unf/core/service";
import { openHome, readServiceNote, writeServiceNote } from "@unf/system";
import {
  type EntryState,
  inspectEntry,
  ownServiceProgram,
  putEntry,
  readBefore,
  readServiceFacts,
  takeEntry,
  thisHost,
} from "@unf/system/service";

/** Asks no other program where nothing is enabled. */
export function readService(home: AbsPath): ServiceReport {
  const { answer, enabled } = readServiceNote(home);
  if (enabled === undefined) {
    return {
      ...{ state: "disabled", problem: undefined, manager: undefined, file: undefined },
      ...{ isEdited: false, answer },
    };
  }
  const { entry } = enabled;
  const found = inspectEntry(entry);
  const problem = problemOf(found, enabled);
  return {
    state: problem === undefined ? "enabled" : "broken",
    problem,
    manager: entry.manager,
    file: entry.kind === "file" ? entry.path : undefined,
    isEdited: found === "changed",
    answer,
  };
}

function problemOf(found: EntryState, { node, program }: EnabledService): string | undefined {
  if (found === "absent") return "its entry is gone";
  if (found === "foreign") return "something else stands in its place";
  if (found === "unlinked") return "systemd was told not to start it";
  const missing = [node, program].find((path) => !existsSync(path));
  return missing === undefined ? undefined : `it would start ${missing}, which is gone`;
}

/** What enabling would write. Changes nothing. Throws `refused` where nothing could start unf. */
export function planService(home: AbsPath, wanted: ServiceManager | undefined): ServicePlan {
  const facts = readServiceFacts(process.env);
  // Who enables again means the one that is there, unless another is named.
  const standing = readServiceNote(home).enabled?.entry.manager;
  const isNamed = wanted !== undefined || standing === undefined;
  return planFor(home, isNamed ? chooseManager(facts, wanted) : standing, facts);
}

function planFor(home: AbsPath, manager: ServiceManager, facts: ServiceFacts): ServicePlan {
  const service = ownServiceProgram(home, process.env);
  const entry = planServiceEntry(manager, service, facts);
  const found = inspectEntry(entry);
  if (found === "foreign") {
    const path = entry.kind === "file" ? entry.path : entry.name;
    throw new UnfError("refused", `${path} is there already, and not of unf`);
  }
  const noted = readServiceNote(home).enabled?.entry;
  const isNoted = noted !== undefined && isSameEntry(noted, entry);
  return {
    entry,
    isStanding: isNoted && found === "standing",
    node: service.node,
    program: service.program,
    advice: adviceOf(manager, facts),
  };
}

function adviceOf(manager: ServiceManager, { systemd, crontab }: ServiceFacts): string[] {
  if (manager === "systemd-user" && systemd?.isLingering === false)
    return [
      "loginctl enable-linger    starts it at boot instead of at your login, and keeps it after",
    ];
  if (manager === "cron" && crontab.kind === "usable" && !crontab.isRunning)
    return ["cron does not run now: it starts unf only where it is started at boot itself"];
  return [];
}

/** Writes what was planned, or nothing: what fails halfway is taken out again. */
export function enableService(home: AbsPath, plan: ServicePlan): void {
  openHome(home, { create: true });
  const note = readServiceNote(home);
  const { entry, node, program } = plan;
  const old = note.enabled;
  const isSamePlace = old !== undefined && isInPlaceOf(old, plan);
  const { made, before } = isSamePlace ? old : readBefore(entry);
  const own = { node, program, version, host: thisHost() };
  const enabled: EnabledService = { entry, ...own, made, before };
  // First, so that whatever is written is known from then on.
  writeServiceNote(home, { answer: "yes", enabled });
  try {
    putEntry(entry);
  } catch (thrown) {
    try {
      // Where one stood, it stands as it did.
      if (!isSamePlace) takeEntry(enabled);
    } finally {
      writeServiceNote(home, note);
    }
    throw thrown;
  }
  if (old !== undefined && !isSamePlace) takeEntry(old);
}

function isInPlaceOf({ entry: old }: EnabledService, { entry }: ServicePlan): boolean {
  const path = (one: typeof old) => (one.kind === "file" ? one.path : one.name);
  return old.manager === entry.manager && path(old) === path(entry);
}

/**
 * Takes out exactly what enabling wrote, and remembers that it is not wanted; `undefined` where nothing
 * is enabled. Throws `conflict` when the entry was edited, unless forced: the edits would be lost.
 */
export function disableService(
  home: AbsPath,
  { force }: { readonly force: boolean },
): EnabledService | undefined {
  if (openHome(home, { create: false }) === "absent") return undefined;
  const { enabled } = readServiceNote(home);
  if (enabled !== undefined) {
    const found = inspectEntry(enabled.entry);
    if (found === "changed" && !force) {
      throw new UnfError("conflict", "the entry was edited since unf wrote it", {
        hint: "--yes removes it all the same",
      });
    }
    // What somebody else put there is not ours to remove.
    if (found !== "foreign") takeEntry(enabled);
  }
  writeServiceNote(home, { answer: "no", enabled: undefined });
  return enabled;
}

/**
 * Has the entry name this installation. Leaves alone what somebody edited or took out, what this
 * environment would put elsewhere, and the entries of other machines that see this home.
 */
export function repairService(home: AbsPath): void {
  const { enabled } = readServiceNote(home);
  if (enabled === undefined || enabled.host !== thisHost()) return;
  if (inspectEntry(enabled.entry) !== "standing") return;
  const plan = planFor(home, enabled.entry.manager, readServiceFacts(process.env));
  if (isInPlaceOf(enabled, plan)) enableService(home, plan);
}
