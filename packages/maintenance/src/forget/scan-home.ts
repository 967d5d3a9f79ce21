import { type ForgetSearch, planSeek } from "@unf/core/forget";
import type { ScannedFiles } from "@unf/core/ports";
import type { HomePorts } from "../home/home.ts";

/**
 * Looks whether contents and texts are really gone: asks the store, and reads every file of the home. To
 * be run by a process that has no timeline open: closing a second descriptor of a file would drop the
 * locks of the first. Texts in packs are compressed; there only whole contents are looked for.
 */
export async function scanHome(
  { home, files, clock, digest, openStore }: HomePorts,
  { hashes, prints }: Pick<ForgetSearch, "hashes" | "prints">,
): Promise<ScannedFiles> {
  const store = openStore();
  const left = hashes.filter((hash) => store.get(hash).kind !== "missing");
  const names = new Set<string>(hashes);
  const scan = await files.scan(home, {
    seeker: planSeek(prints, digest),
    isSoughtName: (path) => names.has(digestOf(path)),
    // The locks of other programs.
    skips: (path) => /^run\/.*\.lock\.db/.test(path),
    breathe: () => clock.breathe(),
  });
  return { ...scan, found: [...left.map((hash) => `content ${hash}`), ...scan.found] };
}

/** The digest that the last two names of a path spell: `ab/cdef…`, or `abcdef….random`. */
function digestOf(path: string): string {
  const [name = "", above = ""] = path.split("/").reverse();
  const bare = name.split(".", 1)[0] ?? "";
  return bare.length === 62 ? above + bare : bare;
}
