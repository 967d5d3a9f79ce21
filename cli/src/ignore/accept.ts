import { acceptRules, ignoreAcceptAnswer, planAccept, readOpenSessions } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";

/** The rules that agents wrote into these ignore files count for all paths from now on. */
export async function accept(
  call: Call<FlagTable>,
  words: readonly string[],
  isDryRun: boolean,
): Promise<Answer> {
  const home = await call.asker.openHome();
  const planned = planAccept(call.asker, words, home);
  const { accepted } = planned;
  if (!isDryRun && accepted.length > 0) {
    const names = accepted.map((path) => escapeForDisplay(path)).join(", ");
    await requirePerson(call, {
      ...{ matter: "recording", deed: "accept rules that an agent wrote" },
      question: `Accept what an agent wrote into ${names}? What its rules name is recorded no longer.`,
      openSessions: readOpenSessions(home.reader),
      typed: "accept",
    });
    await acceptRules(home, planned);
  }
  return {
    kind: "document",
    schema: "unf.ignore/1",
    document: () => ignoreAcceptAnswer(planned, isDryRun),
    text: () => {
      if (accepted.length === 0) return ["No ignore file waits to be accepted"];
      const verb = isDryRun ? "Would accept" : "Accepted";
      return accepted.map((path) => `${verb} the rules of ${escapeForDisplay(path)}`);
    },
  };
}
