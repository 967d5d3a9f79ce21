import { type BlobId, encodeUtf8, type ProjectId } from "@unf/core/base";
import {
  encodeSearches,
  type ForgetSearch,
  type NeedlePrint,
  parseSearches,
} from "@unf/core/forget";
import { forgetSearchPath } from "@unf/core/home";
import type { ScannedFiles } from "@unf/core/ports";
import type { HomePorts } from "../home/home.ts";

type Places = Pick<HomePorts, "home" | "files">;

/** The searches that are due or found something. A file that makes no sense holds none. */
export function readSearches({ home, files }: Places): readonly ForgetSearch[] {
  const text = files.readText(forgetSearchPath(home));
  return (text === undefined ? undefined : parseSearches(text)) ?? [];
}

/** Notes what is to be looked for once the orders of a project are carried out, beside what is noted. */
export function noteSearch(
  home: Places & Pick<HomePorts, "clock">,
  project: ProjectId,
  sought: { readonly prints?: readonly NeedlePrint[]; readonly hashes?: readonly BlobId[] },
): void {
  const all = readSearches(home);
  const noted = all.find((search) => search.project === project);
  const prints = [...(noted?.prints ?? []), ...(sought.prints ?? [])];
  writeSearches(home, [
    ...all.filter((search) => search !== noted),
    {
      project,
      at: home.clock.wall(),
      state: "due",
      prints: [...new Map(prints.map((print) => [print.digest, print])).values()],
      hashes: [...new Set([...(noted?.hashes ?? []), ...(sought.hashes ?? [])])],
      found: noted?.found ?? [],
      unread: noted?.unread ?? [],
    },
  ]);
}

/** Drops searches that found nothing: with them go the last hints to what was forgotten. */
export function settleSearches(
  home: Places,
  made: readonly ForgetSearch[],
  { found, unread }: ScannedFiles,
): void {
  const isMade = (search: ForgetSearch) =>
    made.some(({ project, at }) => project === search.project && at === search.at);
  const isClean = found.length === 0 && unread.length === 0;
  writeSearches(
    home,
    readSearches(home).flatMap((search) => {
      if (!isMade(search)) return [search];
      return isClean ? [] : [{ ...search, state: "found" as const, found, unread }];
    }),
  );
}

/** Has what was found looked for again. */
export function renewSearches(home: Places): void {
  writeSearches(
    home,
    readSearches(home).map((search) => ({ ...search, state: "due" as const })),
  );
}

/** Drops what was found: a person has read it. What is due stays. */
export function dismissSearches(home: Places): void {
  writeSearches(
    home,
    readSearches(home).filter(({ state }) => state === "due"),
  );
}

function writeSearches({ home, files }: Places, searches: readonly ForgetSearch[]): void {
  const path = forgetSearchPath(home);
  if (searches.length === 0) files.removeAll(path);
  else files.replace(path, encodeUtf8(encodeSearches(searches)), 0o600);
}
