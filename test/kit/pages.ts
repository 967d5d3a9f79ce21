import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Why nobody can be known here by the pages that they changed; false where they can. */
export function lacksPages(): string | false {
  const extFamily = 0xef53;
  const isCounted = statfsSync(tmpdir()).type === extFamily;
  return isCounted ? false : "temporary files do not lie on ext4, where changed pages are counted";
}
