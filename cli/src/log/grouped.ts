import { gatheredMax, groupByAuthor, groupVersions, pageOfGroups, readListing } from "@unf/answers";
import { limits } from "@unf/core/config";
import type { Call } from "../frame/call/command.ts";
import type { DocumentAnswer } from "../frame/print/answer.ts";
import { groupsAnswer, type TextShowing } from "./answers.ts";
import { authorGroupsAnswer } from "./author-groups-answer.ts";
import type { LogFlags, logFlags } from "./flags.ts";
import { sayMore } from "./say-more.ts";

/** Groups are counted and summed whole: every version is read, and the limit is one of groups. */
export async function groupedAnswer(
  call: Call<typeof logFlags>,
  by: NonNullable<LogFlags["group"]>,
  showing: TextShowing,
): Promise<Omit<DocumentAnswer, "kind" | "schema">> {
  const { selection } = showing;
  const all = { limit: gatheredMax, cursorWord: undefined };
  const { versions, next } = await readListing(call.asker, selection, all);
  if (versions.length === 0) call.note("no versions match");
  if (next !== null)
    call.warn(`more than ${gatheredMax} versions: the rest is not counted; narrow it with --since`);
  const extent = { limit: call.flags.limit ?? limits.query.rows, cursorWord: call.flags.cursor };
  if (by === "file") {
    const page = pageOfGroups(groupVersions(versions), selection, extent);
    sayMore(call, page.next);
    return groupsAnswer(page.groups, page.next, showing);
  }
  const page = pageOfGroups(groupByAuthor(versions, by), selection, extent);
  sayMore(call, page.next);
  return authorGroupsAnswer(page.groups, page.next, showing);
}
