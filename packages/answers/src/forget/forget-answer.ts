import type { ForgetReply } from "@unf/protocol";
import { operationName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { lastingPatterns, type PlannedForget } from "./plan-forget.ts";
import type { ForgetPlanAnswer, ForgetSearchedAnswer, ForgottenAnswer } from "./shape.ts";

/** The answer to a dry run: versions to be deleted. */
export function forgetPlanAnswer(planned: PlannedForget): ForgetPlanAnswer {
  return { dry_run: true, ...plannedFields(planned, undefined) };
}

/** The answer on deleted versions, and the places where something of them is left. */
export function forgottenAnswer(planned: PlannedForget, done: ForgetReply): ForgottenAnswer {
  return {
    dry_run: false,
    ...plannedFields(planned, done),
    others: done.others,
    pending: done.pending,
    ...searchedAnswer(done),
  };
}

function plannedFields(
  planned: PlannedForget,
  done: ForgetReply | undefined,
): Omit<ForgetPlanAnswer, "dry_run"> {
  const { survey } = planned;
  return {
    plan: survey.plan,
    versions: done?.versions ?? survey.versions,
    blobs: done?.contents ?? survey.hashes.length,
    bytes: survey.bytes,
    projects: survey.projects.map(({ project, plan, texts }) => ({
      ...pathFields("root", project.root),
      paths: plan.paths.map(({ path, versions }) => ({ ...pathFields("path", path), versions })),
      operations: plan.operations.map(operationName),
      texts: (done?.texts.filter((one) => one.project === project.id) ?? texts).map(
        ({ of, part }) => ({ of, part }),
      ),
    })),
    removed: [...(done?.removed ?? survey.files)],
    ...(survey.failures.length === 0 ? {} : { unknown: [...survey.failures] }),
    shared: survey.shared.map(({ hash, path, root }) => ({
      hash: `b3:${hash}`,
      ...pathFields("path", path),
      ...(root === undefined ? {} : pathFields("root", root)),
    })),
    not_recorded: lastingPatterns(planned),
    remotes: [],
  };
}

/** Result of the search through the home. */
export function searchedAnswer(reply: ForgetReply): ForgetSearchedAnswer {
  const { files, bytes, found, unread } = reply;
  return {
    verified: isForgotten(reply),
    searched: { files, bytes },
    found: [...found],
    unread: [...unread],
  };
}

/** True when it was searched for and nothing of it is left. */
export function isForgotten({ pending, searched, found, unread }: ForgetReply): boolean {
  return searched && !pending && found.length === 0 && unread.length === 0;
}
