import { type Deleted, deletedAnswer, listDeletions, readDeleted, resolvePath } from "@unf/answers";
import { type RelPath, relativeTo } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type Call, defineCommand } from "../frame/call/command.ts";
import { restoreExits } from "../frame/call/exits.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { bringBack } from "./bring-back.ts";
import { chooseDeleted } from "./choose.ts";
import { renderDeleted } from "./deleted-text.ts";
import { deletedFlags } from "./flags.ts";

export const deleted = defineCommand({
  usage: ["deleted [path...]", "deleted [path...] --restore <numbers, path or all>"],
  about: [
    "Lists files that were deleted lately and are not back, newest first and numbered; on a terminal a directory that went is one line, unless --files is given. With a path, only that file or what lay in that directory. What was renamed away was not deleted.",
    "--restore brings files back as they were last, by their numbers in the same list, by a path, or all of it: it prints a plan and asks first, and where nobody can be asked it needs --yes. What stands in their place now stays. unf undo takes it back.",
    "In a pipe, each file is one line with tabs: number, instant, last version or -, who deleted it, a remark, path.",
  ],
  flags: deletedFlags,
  examples: [
    { line: "unf deleted", does: "what was deleted in the last seven days" },
    { line: "unf deleted src --since 1h", does: "what was deleted from src in the last hour" },
    { line: "unf deleted --restore 1,3-5", does: "bring four of them back" },
    { line: "unf deleted --since 1h --restore all", does: "all that went in the last hour" },
    {
      line: "unf restore src/legacy.ts --at 1h",
      does: "a file by its name, without looking at the list",
    },
  ],
  exits: {
    ...restoreExits,
    3: "not watched, nothing recorded of a path, or no such number",
    5: "files changed since the plan, or something stands in a file's place",
  },
  args: { min: 0, max: 1000 },
  run: runDeleted,
});

async function runDeleted(call: Call<typeof deletedFlags>): Promise<Answer> {
  const { flags, args: paths } = call;
  const home = await call.asker.openHome();
  const found = await readDeleted(call.asker, { paths, since: flags.since }, home);
  if (flags.restore !== undefined) {
    const { root } = found.scope.project;
    const locate = (word: string) => relativeTo(root, resolvePath(call.asker.cwd(), word));
    const chosen = chooseDeleted(found.files, flags.restore, locate);
    return bringBack(call, home, found.scope, chosen);
  }
  return listingAnswer(call, found);
}

/** Files that are looked at to tell of whole directories. */
const groupedMax = 2000;

function listingAnswer(call: Call<typeof deletedFlags>, found: Deleted): Answer {
  const { limit = limits.query.rows, files: isByFile, cursor: before } = call.flags;
  const isGrouped = call.terminal.isForPerson && !isByFile;
  // Lines are what is counted where a directory is one.
  const most = isGrouped ? Math.max(limit, groupedMax) : limit;
  const listed = listDeletions(found, { limit: most, before });
  const answer = () => deletedAnswer(found, listed);
  const { more, next } = answer();
  if (found.files.length === 0) call.note("nothing was deleted since then");
  if (more > 0) call.note(`and ${countOf(more, "more file")}: --limit <count>`);
  const { timeline } = found.scope.reader;
  const isGone = (directory: RelPath) => timeline.heads(directory, undefined, 1).length === 0;
  return {
    kind: "document",
    schema: "unf.deleted/1",
    isLong: true,
    document: answer,
    records: () => answer().files.map((file) => ({ type: "file", ...file })),
    end: () => ({ more, next }),
    text: (view) => renderDeleted(listed, { isByFile, linesMax: limit, isGone }, view),
  };
}
