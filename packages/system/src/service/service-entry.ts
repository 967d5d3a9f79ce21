import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnfError } from "@unf/core/base";
import {
  addCrontabLines,
  type EnabledService,
  hasCrontabLines,
  type ServiceEntry,
  serviceMark,
  takeCrontabLines,
} from "@unf/core/service";
import { randomName } from "../disk/base/random-name.ts";
import { newDirectory, removeAll } from "../disk/base/writes.ts";
import { writeNew } from "../disk/write-new.ts";
import {
  isLinked,
  missingDirectories,
  putEntryFile,
  readEntryFile,
  takeEntryFile,
} from "./entry-file.ts";
import { runTool } from "./run-tool.ts";
import { readCrontab, writeCrontab } from "./user-crontab.ts";
import { runSystemctl } from "./user-systemd.ts";

/**
 * `standing`: as it was written. `unlinked`: there, and its manager was told not to start it. `foreign`:
 * something stands there that unf did not write.
 */
export type EntryState = "standing" | "absent" | "changed" | "unlinked" | "foreign";

/** Compares what starts unf with what was written for that. */
export function inspectEntry(entry: ServiceEntry): EntryState {
  switch (entry.kind) {
    case "crontab": {
      const text = currentCrontab();
      if (hasCrontabLines(text, entry.text)) return "standing";
      return takeCrontabLines(text, entry.text, { ...entry, before: "whole" }).kind === "absent"
        ? "absent"
        : "changed";
    }
    case "task":
      return hasLogonTask(entry) ? "standing" : "absent";
    case "file": {
      const text = readEntryFile(entry);
      if (text === undefined) return "absent";
      if (!text.includes(serviceMark)) return "foreign";
      if (!isLinked(entry)) return "unlinked";
      return text === entry.text ? "standing" : "changed";
    }
  }
}

/** The facts that taking the entry out will need, read before it is put in. */
export function readBefore(entry: ServiceEntry): Pick<EnabledService, "made" | "before"> {
  if (entry.kind === "file") return { made: missingDirectories(entry), before: "whole" };
  if (entry.kind === "task") return { made: [], before: "whole" };
  return { made: [], before: addCrontabLines(currentCrontab(), entry.text).before };
}

/** Writes the entry, in the place of what unf wrote there before. Throws `refused`, `failed`. */
export function putEntry(entry: ServiceEntry): void {
  switch (entry.kind) {
    case "crontab": {
      const found = currentCrontab();
      const taken = takeCrontabLines(found, entry.text, { ...entry, before: "whole" });
      const rest = taken.kind === "absent" ? found : taken.text;
      writeCrontab(addCrontabLines(rest, entry.text).text);
      if (hasCrontabLines(currentCrontab(), entry.text)) return;
      throw new UnfError("failed", "crontab took the lines and does not have them");
    }
    case "task":
      putLogonTask(entry);
      return;
    case "file":
      putEntryFile(entry);
      if (entry.manager === "systemd-user") tellSystemd(`${entry.name}.service`);
  }
}

/** Takes the entry out, with everything that was made for it. */
export function takeEntry({ entry, made, before }: EnabledService): void {
  switch (entry.kind) {
    case "crontab": {
      const taken = takeCrontabLines(currentCrontab(), entry.text, { ...entry, before });
      if (taken.kind !== "absent") writeCrontab(taken.text);
      return;
    }
    case "task":
      if (hasLogonTask(entry)) takeLogonTask(entry);
      return;
    case "file":
      takeEntryFile(entry, made);
      if (entry.manager === "systemd-user") runSystemctl("daemon-reload");
  }
}

/**
 * Has systemd read a written unit, and asks whether it did. Where it does not answer, it looks when
 * it starts.
 */
function tellSystemd(unit: string): void {
  if (runSystemctl("daemon-reload")?.code !== 0) return;
  const seen = runSystemctl("is-enabled", unit);
  if (seen?.code === 0) return;
  throw new UnfError("failed", `systemd does not enable ${unit}: ${seen?.said ?? "no answer"}`, {
    hint: "unf service enable --manager cron",
  });
}

function currentCrontab(): string | undefined {
  const found = readCrontab();
  if (found.kind === "usable") return found.text;
  const why = found.kind === "refused" ? found.why : "there is no such program any more";
  throw new UnfError("failed", `crontab failed: ${why}`);
}

type LogonTask = Extract<ServiceEntry, { kind: "task" }>;

/** True when Windows knows the task. */
function hasLogonTask({ name }: LogonTask): boolean {
  return runTool(["schtasks", "/Query", "/TN", name])?.code === 0;
}

/** Registers the task, or replaces it. Throws `failed`. */
function putLogonTask({ name, text }: LogonTask): void {
  const directory = join(tmpdir(), `unf-task-${randomName()}`);
  newDirectory(directory, { mode: 0o700 });
  try {
    const file = join(directory, "task.xml");
    writeNew(file, Buffer.from(`\ufeff${text}`, "utf16le"), { mode: 0o600, sync: false });
    requireDone(["schtasks", "/Create", "/TN", name, "/XML", file, "/F"]);
  } finally {
    removeAll(directory);
  }
}

/** Throws `failed`. */
function takeLogonTask({ name }: LogonTask): void {
  requireDone(["schtasks", "/Delete", "/TN", name, "/F"]);
}

function requireDone(argv: readonly [string, ...string[]]): void {
  const done = runTool(argv);
  if (done?.code === 0) return;
  throw new UnfError("failed", `${argv[0]} failed: ${done?.said ?? "it does not answer"}`);
}
