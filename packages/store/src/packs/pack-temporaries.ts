import { joinPath, type RelPath } from "@unf/core/base";
import type { PackWritingPorts } from "./pack-ports.ts";
import { packTemporaries } from "./pack-set.ts";

/** Removes what a crash left, which is all but what this process is writing. */
export function clearPackTemporaries(
  ports: Pick<PackWritingPorts, "fs" | "packsDirectory" | "writing">,
): void {
  const directory = packTemporaries(ports);
  for (const { name, kind } of ports.fs.list(directory) ?? []) {
    if (kind === "directory" || ports.writing.has(name)) continue;
    ports.fs.remove(joinPath(directory, name as RelPath));
  }
}
