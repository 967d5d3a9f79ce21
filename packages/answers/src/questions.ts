import { blameAnswer } from "./blame/blame-answer.ts";
import type { BlameQuestion } from "./blame/question.ts";
import { readBlame } from "./blame/read-blame.ts";
import type { BlameAnswer } from "./blame/shape.ts";
import type { DiffLinesQuestion } from "./diff/question.ts";
import { diffAnswer, readDiff } from "./diff/read-diff.ts";
import type { DiffAnswer } from "./diff/shape.ts";
import { readListing } from "./log/listing.ts";
import { logAnswer } from "./log/log-answer.ts";
import type { LogPageQuestion } from "./log/question.ts";
import { openSelection } from "./log/selection.ts";
import type { LogAnswer } from "./log/shape.ts";
import type { Asker } from "./ports/asker.ts";
import type { RecapQuestion } from "./recap/question.ts";
import { readRecaps } from "./recap/read-recap.ts";
import { recapAnswer } from "./recap/recap-answer.ts";
import type { RecapAnswer } from "./recap/shape.ts";
import { openScope } from "./scope/open-scope.ts";
import type { SearchQuestion } from "./search/question.ts";
import { readSearch } from "./search/read-search.ts";
import { searchAnswer } from "./search/search-answer.ts";
import type { SearchAnswer } from "./search/shape.ts";
import type { TurnsQuestion } from "./sessions/question.ts";
import { readTurnPage, turnsAnswer } from "./sessions/read-turns.ts";
import type { TurnsAnswer } from "./sessions/shape.ts";
import type { ShowQuestion } from "./show/question.ts";
import { readShown } from "./show/read-shown.ts";
import type { ShowAnswer } from "./show/shape.ts";
import { showAnswer } from "./show/show-answer.ts";
import type { StatusQuestion } from "./status/question.ts";
import { readStatus } from "./status/read-status.ts";
import type { StatusAnswer } from "./status/shape.ts";
import { statusAnswer } from "./status/status-answer.ts";

/** Questions by name, with the answer to each. All of them are plain values. */
export interface Questions {
  readonly blame: { readonly asked: BlameQuestion; readonly answer: BlameAnswer };
  readonly diff: { readonly asked: DiffLinesQuestion & Within; readonly answer: DiffAnswer };
  readonly log: { readonly asked: LogPageQuestion; readonly answer: LogAnswer };
  readonly recap: { readonly asked: RecapQuestion; readonly answer: RecapAnswer };
  readonly search: { readonly asked: SearchQuestion; readonly answer: SearchAnswer };
  readonly show: { readonly asked: ShowQuestion; readonly answer: ShowAnswer };
  readonly status: { readonly asked: StatusQuestion; readonly answer: StatusAnswer };
  readonly turns: { readonly asked: TurnsQuestion; readonly answer: TurnsAnswer };
}

interface Within {
  /** Files and directories; none: the whole project. */
  readonly paths: readonly string[];
}

/** Answers a question, whole: what it was read from may be closed then. */
export function answerQuestion<N extends keyof Questions>(
  asker: Asker,
  name: N,
  asked: Questions[N]["asked"],
): Promise<Questions[N]["answer"]> {
  return answers[name](asker, asked);
}

const answers: {
  readonly [N in keyof Questions]: (
    asker: Asker,
    asked: Questions[N]["asked"],
  ) => Promise<Questions[N]["answer"]>;
} = {
  blame: async (asker, asked) => blameAnswer(await readBlame(asker, asked)),
  diff: async (asker, asked) => {
    const scope = openScope(asker, await asker.openHome(), asked.paths);
    return diffAnswer(await readDiff(asker, asked, scope), { hasWords: false, reveal: false });
  },
  log: async (asker, asked) => {
    const selection = await openSelection(asker, asked, await asker.openHome());
    const listing = readListing(selection, { limit: asked.limit, cursorWord: asked.cursor });
    return logAnswer(listing, { selection, hasPatch: false, reveal: false });
  },
  recap: async (asker, asked) => recapAnswer(asker, await readRecaps(asker, asked)),
  search: async (asker, asked) => searchAnswer(await readSearch(asker, asked)),
  show: async (asker, asked) => showAnswer(await readShown(asker, asked)),
  status: async (asker, asked) =>
    statusAnswer(asker, await readStatus(asker, asked, await asker.openHome())),
  turns: async (asker, asked) => turnsAnswer(await readTurnPage(asker, asked)),
};
