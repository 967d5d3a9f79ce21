import { pathFromColumn, pathToColumn, UnfError } from "@unf/core/base";
import { type Project, takeBackPrunings } from "@unf/engine";
import type { Method, Progress, Requests } from "@unf/protocol";
import { answerCheckpoint } from "./checkpoint.ts";
import { flushProject } from "./flush.ts";
import { answerInvert } from "./invert.ts";
import { answerOops } from "./oops.ts";
import { answerPrune } from "./prune.ts";
import { answerRestore } from "./restore.ts";

/** Requests that write to one project: whoever has it open carries them out. */
export type WorkMethod =
  | "flush"
  | "restore"
  | "invert"
  | "oops"
  | "checkpoint"
  | "checkpoint_delete"
  | "checkpoint_pin"
  | "accept_rules"
  | "prune"
  | "prune_undo";

/** What one of these requests is about, beside the table that says how it is carried out. */
interface Work<M extends WorkMethod> {
  readonly carryOut: (
    project: Project,
    params: Requests[M]["params"],
    onProgress?: (progress: Progress) => void,
  ) => Promise<Requests[M]["reply"]>;
  /** False for what is about rows only: the disk need not be compared with them first. */
  readonly looksAtDisk: boolean;
}

/** The same in the daemon and in a command's own process. */
export const projectWork: { readonly [M in WorkMethod]: Work<M> } = {
  flush: {
    carryOut: async (project) => ({ projects: [await flushProject(project)] }),
    looksAtDisk: true,
  },
  restore: { carryOut: answerRestore, looksAtDisk: true },
  invert: { carryOut: answerInvert, looksAtDisk: true },
  oops: { carryOut: answerOops, looksAtDisk: true },
  checkpoint: { carryOut: answerCheckpoint, looksAtDisk: true },
  checkpoint_delete: {
    carryOut: (project, { id }) =>
      onCheckpoint(id, project, ({ timeline }) => timeline.deleteCheckpoint(id)),
    looksAtDisk: false,
  },
  checkpoint_pin: {
    carryOut: (project, { id, pinned }) =>
      onCheckpoint(id, project, ({ timeline }) => timeline.pinCheckpoint(id, pinned)),
    looksAtDisk: false,
  },
  accept_rules: {
    carryOut: (project, { paths }) =>
      project.exclusively(async () => ({
        accepted: project.rules.accept(paths.map(pathFromColumn)).map(pathToColumn),
      })),
    looksAtDisk: false,
  },
  prune: { carryOut: answerPrune, looksAtDisk: false },
  prune_undo: {
    carryOut: async (project) => {
      const { versions, lost } = await takeBackPrunings(project);
      return { versions_back: versions, versions_lost: lost };
    },
    looksAtDisk: false,
  },
};

export function isWork(method: Method): method is WorkMethod {
  return Object.hasOwn(projectWork, method);
}

function onCheckpoint(
  id: number,
  project: Project,
  change: (ports: Project["ports"]) => boolean,
): Promise<Record<string, never>> {
  return project.exclusively(async () => {
    if (change(project.ports)) return {};
    throw new UnfError("not_found", `there is no checkpoint ${id} in this project`, {
      hint: "unf checkpoint --list",
    });
  });
}
