import { type AbsPath, type ForgetSearch, planSeek } from "@unf/core";
import { openFileSystem, scanFiles, systemClock } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openStore } from "../home-reader.ts";
import type { ScanReport } from "./scan-report.ts";

/**
 * Looks whether contents and texts are really gone: asks the store, and reads every file of the home. To
 * be run by a process that has no timeline open: closing a second descriptor of a file would drop the
 * locks of the first. Texts in packs are compressed; there only whole contents are looked for.
 */
export async function scanHome(
  home: AbsPath,
  { hashes, prints }: Pick<ForgetSearch, "hashes" | "prints">,
): Promise<ScanReport> {
  const store = openStore(home, openFileSystem());
  const left = hashes.filter((hash) => store.get(hash).kind !== "missing");
  const names = new Set<string>(hashes);
  const scan = await scanFiles(home, {
    seeker: planSeek(prints, digest),
    isSoughtName: (path) => names.has(digestOf(path)),
    // The locks of other programs.
    skips: (path) => /^run\/.*\.lock\.db/.test(path),
    breathe: () => systemClock.breathe(),
  });
  return { ...scan, found: [...left.map((hash) => `content ${hash}`), ...scan.found] };
}

/** The digest that the last two names of a path spell: `ab/cdef…`, or `abcdef….random`. */
function digestOf(path: string): string {
  const [name = "", above = ""] = path.split("/").reverse();
  const bare = name.split(".", 1)[0] ?? "";
  return bare.length === 62 ? above + bare : bare;
}
