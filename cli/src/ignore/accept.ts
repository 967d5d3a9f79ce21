import { pathFields, readOpenSessions, resolveScope } from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { heldFilesKey, parseHeldFiles } from "@unf/core/filter";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";

/** The rules that agents wrote into these ignore files count for all paths from now on. */
export async function acceptRules(
  call: Call<FlagTable>,
  words: readonly string[],
  isDryRun: boolean,
): Promise<Answer> {
  const { reader, wiring } = await call.asker.openHome();
  const { project, within } = resolveScope({
    projects: reader.projects(),
    asker: call.asker,
    pathWords: words,
  });
  const opened = call.own(reader.open(project));
  const held = [...parseHeldFiles(opened.timeline.meta(heldFilesKey)).keys()];
  const accepted = choose(held, words.length === 0 ? [] : within, words);
  if (!isDryRun && accepted.length > 0) {
    const names = accepted.map((path) => escapeForDisplay(path)).join(", ");
    await requirePerson(call, {
      ...{ matter: "recording", deed: "accept rules that an agent wrote" },
      question: `Accept what an agent wrote into ${names}? What its rules name is recorded no longer.`,
      openSessions: readOpenSessions(reader),
      typed: "accept",
    });
    await using writer = await wiring.openWriter(reader.home, "process");
    const root = pathToColumn(project.root as string as RelPath);
    await writer.request("accept_rules", { root, paths: accepted.map(pathToColumn) });
  }
  return {
    kind: "document",
    schema: "unf.ignore/1",
    document: () => ({
      ...pathFields("root", project.root),
      dry_run: isDryRun,
      accepted: accepted.map((path) => pathFields("path", path)),
    }),
    text: () => {
      if (accepted.length === 0) return ["No ignore file waits to be accepted"];
      const verb = isDryRun ? "Would accept" : "Accepted";
      return accepted.map((path) => `${verb} the rules of ${escapeForDisplay(path)}`);
    },
  };
}

function choose(
  held: readonly RelPath[],
  named: readonly RelPath[],
  words: readonly string[],
): readonly RelPath[] {
  for (const [index, path] of named.entries()) {
    if (held.includes(path)) continue;
    throw new UnfError("not_found", `the rules of ${words[index]} count for all paths already`, {
      hint: "unf ignore check <path> says which rule decides",
    });
  }
  return named.length === 0 ? held : named;
}
