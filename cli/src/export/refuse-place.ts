import type { OpenHome } from "@unf/answers";
import { type AbsPath, relativeTo, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { readCanonical } from "../frame/world/canonical.ts";

/** Throws `refused` for a place in unf's own home, which holds nothing but what unf keeps there. */
export function refuseOwnHome(place: AbsPath, { reader }: Pick<OpenHome, "reader">): void {
  const own = readCanonical(reader.home) ?? reader.home;
  if (relativeTo(own, place) === undefined) return;
  throw new UnfError("refused", `${escapeForDisplay(place)} lies in unf's own home`, {
    hint: "name another place",
  });
}
