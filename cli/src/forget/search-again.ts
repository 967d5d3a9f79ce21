import type { OpenHome } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { Call } from "../frame/call/command.ts";
import { openProgress } from "../frame/call/progress.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { forgetFlags } from "./flags.ts";
import { exitOf, searchJson, searchLines } from "./report.ts";

/** Looks again for what an earlier search found, or tells no more of it. */
export async function searchAgain(
  call: Call<typeof forgetFlags>,
  { wiring, reader }: OpenHome,
): Promise<Answer> {
  const { search, dismiss, "dry-run": isDryRun } = call.flags;
  if (search && dismiss) throw new UnfError("usage", "--search and --dismiss exclude each other");
  if (isDryRun || call.args.length > 0) {
    throw new UnfError("usage", "--search and --dismiss go with no paths and with no --dry-run");
  }
  const earlier = await wiring.readSearches(reader.home);
  if (earlier.length === 0) {
    throw new UnfError("not_found", "nothing that was forgotten was found elsewhere");
  }
  const what = search ? "search" : "dismiss";
  using progress = openProgress(call, "Searching");
  await using writer = await wiring.openWriter(reader.home, "process");
  const reply = await writer.request(
    "forget",
    { project: null, what, patterns: [], hash: null, before: null, lasting: false, plan: null },
    progress.update,
  );
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => (search ? searchJson(reply) : { dismissed: earlier.length }),
    text: (view) =>
      search
        ? searchLines(reply, view)
        : [`Dismissed ${countOf(earlier.length, "search", "searches")}`],
    exit: search ? exitOf(reply) : 0,
  };
}
