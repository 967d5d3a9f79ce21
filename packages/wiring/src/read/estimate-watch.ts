import process from "node:process";
import type { WatchEstimate } from "@unf/answers";
import { type AbsPath, inTurns, type Turn } from "@unf/core/base";
import type { ProjectOptions } from "@unf/core/intent";
import { createRouter } from "@unf/core/route";
import { planStoreCap } from "@unf/core/storage";
import { estimateBaseline } from "@unf/engine/estimate";
import { openFileSystem, readDiskBytes, readIntent, systemClock } from "@unf/system";
import { readGlobalExcludes } from "../filter/global-excludes.ts";
import { openFilter } from "../filter/project-filter.ts";
import { readSettings } from "../home/settings.ts";

/** Counts what a directory would add to the store if it were watched now. */
export async function estimateWatch(
  home: AbsPath,
  root: AbsPath,
  options: ProjectOptions,
  turn?: Turn,
): Promise<WatchEstimate> {
  const { config } = await readSettings(home);
  const chosen = readIntent(home);
  const roots = chosen.kind === "known" ? chosen.intent.projects.map((one) => one.root) : [];
  const fs = openFileSystem();
  const filter = openFilter({
    fs,
    home,
    root,
    config,
    options,
    nestedRoots: createRouter(roots).nestedRoots(root),
    globalExcludes: readGlobalExcludes(fs, process.env),
    forgotten: [],
    signatures: undefined,
  });
  const maxFileBytes = options.maxFileBytes ?? config["record.max_file_size"];
  const ports = { root, fs, filter, clock: systemClock, maxFileBytes };
  return {
    ...(await inTurns((looked) => estimateBaseline({ ...ports, looked }), turn)),
    // The store may not be there yet; the directory is on a disk of much the same size.
    capBytes: planStoreCap(config["store.cap"], readDiskBytes(root)),
  };
}
