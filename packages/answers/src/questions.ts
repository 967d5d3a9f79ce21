import { blameAnswer } from "./blame/blame-answer.ts";
import type { BlameQuestion } from "./blame/question.ts";
import { readBlame } from "./blame/read-blame.ts";
import type { BlameAnswer } from "./blame/shape.ts";
import type { CheckpointsPage } from "./checkpoints/question.ts";
import { checkpointsAnswer, readCheckpoints } from "./checkpoints/read-checkpoints.ts";
import type { CheckpointsAnswer } from "./checkpoints/shape.ts";
import { deletedAnswer } from "./deleted/deleted-answer.ts";
import type { DeletedPage, DeletedQuestion } from "./deleted/question.ts";
import { listDeletions, readDeleted } from "./deleted/read-deleted.ts";
import type { DeletedAnswer } from "./deleted/shape.ts";
import type { DiffLinesQuestion } from "./diff/question.ts";
import { diffAnswer, readDiff } from "./diff/read-diff.ts";
import type { DiffAnswer } from "./diff/shape.ts";
import { examine } from "./doctor/examine.ts";
import type { DoctorAnswer } from "./doctor/shape.ts";
import { duAnswer } from "./du/du-answer.ts";
import type { DuQuestion } from "./du/question.ts";
import { readUsage } from "./du/read-usage.ts";
import type { DuAnswer } from "./du/shape.ts";
import type { DensityQuestion, HappeningsQuestion } from "./happenings/question.ts";
import { readDensity } from "./happenings/read-density.ts";
import { readHappening } from "./happenings/read-happening.ts";
import { readHappenings } from "./happenings/read-happenings.ts";
import type { DensityAnswer, HappeningsAnswer } from "./happenings/shape.ts";
import { readListing } from "./log/listing.ts";
import { logAnswer } from "./log/log-answer.ts";
import type { LogPageQuestion } from "./log/question.ts";
import { openSelection } from "./log/selection.ts";
import type { LogAnswer } from "./log/shape.ts";
import { opsAnswer } from "./ops/ops-answer.ts";
import type { OpsQuestion } from "./ops/question.ts";
import { readOps } from "./ops/read-ops.ts";
import type { OpsAnswer } from "./ops/shape.ts";
import type { Asker } from "./ports/asker.ts";
import { projectsAnswer } from "./projects/projects-answer.ts";
import type { ProjectsQuestion } from "./projects/question.ts";
import { readProjects } from "./projects/read-report.ts";
import type { ProjectsAnswer } from "./projects/shape.ts";
import { planPrune } from "./prune/plan-prune.ts";
import { pruneAnswer } from "./prune/prune-answer.ts";
import type { PruneQuestion } from "./prune/question.ts";
import type { PruneAnswer } from "./prune/shape.ts";
import type { RecapQuestion } from "./recap/question.ts";
import { readRecaps } from "./recap/read-recap.ts";
import { recapAnswer } from "./recap/recap-answer.ts";
import type { RecapAnswer } from "./recap/shape.ts";
import { openScope } from "./scope/open-scope.ts";
import type { SearchQuestion } from "./search/question.ts";
import { readSearch } from "./search/read-search.ts";
import { searchAnswer } from "./search/search-answer.ts";
import type { SearchAnswer } from "./search/shape.ts";
import type { SessionsQuestion, TurnsQuestion } from "./sessions/question.ts";
import { readSessionPage, sessionsAnswer } from "./sessions/read-sessions.ts";
import { readTurnPage, turnsAnswer } from "./sessions/read-turns.ts";
import type { SessionsAnswer, TurnsAnswer } from "./sessions/shape.ts";
import type { ShowQuestion } from "./show/question.ts";
import { readShown } from "./show/read-shown.ts";
import type { ShowAnswer } from "./show/shape.ts";
import { showAnswer } from "./show/show-answer.ts";
import type { StatusQuestion } from "./status/question.ts";
import { readStatus } from "./status/read-status.ts";
import type { StatusAnswer } from "./status/shape.ts";
import { statusAnswer } from "./status/status-answer.ts";
import type { TreeQuestion } from "./tree/question.ts";
import { readTree } from "./tree/read-tree.ts";
import type { TreeAnswer } from "./tree/shape.ts";
import type { VersionsQuestion } from "./versions/question.ts";
import { readVersions } from "./versions/read-versions.ts";
import type { VersionsAnswer } from "./versions/shape.ts";

/** Questions by name, with the answer to each. All of them are plain values. */
export interface Questions {
  readonly blame: { readonly asked: BlameQuestion; readonly answer: BlameAnswer };
  readonly checkpoints: { readonly asked: CheckpointsPage; readonly answer: CheckpointsAnswer };
  readonly deleted: {
    readonly asked: DeletedQuestion & DeletedPage;
    readonly answer: DeletedAnswer;
  };
  readonly density: { readonly asked: DensityQuestion; readonly answer: DensityAnswer };
  readonly diff: { readonly asked: DiffLinesQuestion & Within; readonly answer: DiffAnswer };
  readonly doctor: { readonly asked: object; readonly answer: DoctorAnswer };
  readonly du: { readonly asked: DuQuestion; readonly answer: DuAnswer };
  readonly happenings: { readonly asked: HappeningsQuestion; readonly answer: HappeningsAnswer };
  readonly log: { readonly asked: LogPageQuestion; readonly answer: LogAnswer };
  readonly ops: { readonly asked: OpsQuestion; readonly answer: OpsAnswer };
  readonly projects: { readonly asked: ProjectsQuestion; readonly answer: ProjectsAnswer };
  /** Only says what would go. */
  readonly prune: { readonly asked: PruneQuestion; readonly answer: PruneAnswer };
  readonly recap: { readonly asked: RecapQuestion; readonly answer: RecapAnswer };
  readonly search: { readonly asked: SearchQuestion; readonly answer: SearchAnswer };
  readonly sessions: { readonly asked: SessionsQuestion; readonly answer: SessionsAnswer };
  readonly show: { readonly asked: ShowQuestion; readonly answer: ShowAnswer };
  readonly status: { readonly asked: StatusQuestion; readonly answer: StatusAnswer };
  readonly tree: { readonly asked: TreeQuestion; readonly answer: TreeAnswer };
  readonly turns: { readonly asked: TurnsQuestion; readonly answer: TurnsAnswer };
  readonly versions: { readonly asked: VersionsQuestion; readonly answer: VersionsAnswer };
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
  checkpoints: async (asker, asked) => checkpointsAnswer(await readCheckpoints(asker), asked),
  deleted: async (asker, asked) => {
    const found = await readDeleted(asker, asked, await asker.openHome());
    return deletedAnswer(found, listDeletions(found, asked));
  },
  density: readDensity,
  diff: async (asker, asked) => {
    const scope = openScope(asker, await asker.openHome(), asked.paths);
    return diffAnswer(await readDiff(asker, asked, scope), { hasWords: false, reveal: false });
  },
  doctor: async (asker) => {
    const { wiring, reader } = await asker.openHome();
    const { checkHooks = async () => [], breathe } = asker;
    const more = breathe === undefined ? { checkHooks } : { checkHooks, breathe };
    return examine({ ...wiring, ...more }, reader.home, { fix: false });
  },
  du: async (asker, asked) => duAnswer(await readUsage(asker, asked), asked.by),
  happenings: (asker, { whole, ...asked }) =>
    whole === undefined ? readHappenings(asker, asked) : readHappening(asker, whole, asked),
  log: async (asker, asked) => {
    const selection = await openSelection(asker, asked, await asker.openHome());
    const listing = await readListing(asker, selection, {
      limit: asked.limit,
      cursorWord: asked.cursor,
    });
    return logAnswer(listing, { selection, hasPatch: false, reveal: false });
  },
  ops: async (asker, asked) => opsAnswer(await readOps(asker, asked)),
  projects: async (asker, asked) => projectsAnswer(await readProjects(asker, asked)),
  prune: async (asker, asked) => {
    const planned = await planPrune(asker, asked, await asker.openHome());
    return pruneAnswer(planned, { isDryRun: true, hasPaths: false });
  },
  recap: async (asker, asked) => recapAnswer(asker, await readRecaps(asker, asked)),
  search: async (asker, asked) => searchAnswer(await readSearch(asker, asked)),
  sessions: async (asker, asked) => sessionsAnswer(await readSessionPage(asker, asked)),
  show: async (asker, asked) => showAnswer(await readShown(asker, asked)),
  status: async (asker, asked) =>
    statusAnswer(asker, await readStatus(asker, asked, await asker.openHome())),
  tree: readTree,
  turns: async (asker, asked) => turnsAnswer(await readTurnPage(asker, asked)),
  versions: readVersions,
};
