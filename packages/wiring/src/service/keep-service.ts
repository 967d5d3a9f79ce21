import { existsSync } from "node:fs";
import { type AbsPath, version } from "@unf/core/base";
import { isServiceStale } from "@unf/core/service";
import { readServiceNote, writeServiceNote } from "@unf/system";

/**
 * Sees to it that what starts unf at boot still finds it, after an upgrade of unf or of Node. Cheap where
 * nothing is to be done: one small file is read.
 */
export async function keepService(home: AbsPath): Promise<void> {
  const { enabled } = readServiceNote(home);
  if (enabled === undefined || !isServiceStale(enabled, version, existsSync)) return;
  (await import("./service.ts")).repairService(home);
}

/** Remembers what the person said when it was offered. The home is there by then. */
export function answerService(home: AbsPath, answer: "yes" | "no"): void {
  writeServiceNote(home, { ...readServiceNote(home), answer });
}
