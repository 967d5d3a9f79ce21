import { type AbsPath, relativeTo, UnfError } from "@unf/core/base";
import type { PathTest } from "@unf/core/exchange";
import { escapeForDisplay } from "@unf/core/query";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { canonicalPlace, resolvePath } from "../scope/paths.ts";

/**
 * The place that an export is written to. Throws `refused` for one in unf's own home, which holds nothing
 * but what unf keeps there.
 */
export function exportPlace(asker: Asker, word: string, { reader }: OpenHome): AbsPath {
  const place = canonicalPlace(asker, resolvePath(asker.cwd(), word));
  const own = asker.canonical(reader.home) ?? reader.home;
  if (relativeTo(own, place) === undefined) return place;
  throw new UnfError("refused", `${escapeForDisplay(place)} lies in unf's own home`, {
    hint: "name another place",
  });
}

/** The files that an export leaves out: none when secrets are wanted, too. */
export async function readSecrets(
  { includeSecrets }: { readonly includeSecrets: boolean },
  { wiring, reader }: OpenHome,
): Promise<PathTest> {
  if (includeSecrets) return () => false;
  return wiring.secretPaths((await wiring.readSettings(reader.home)).config);
}
