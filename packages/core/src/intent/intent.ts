import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";

/** How one project is recorded, where that differs from the settings. */
export interface ProjectOptions {
  /** Files larger than this are not recorded. */
  readonly maxFileBytes?: number;
  /** Globs recorded although an ignore file says otherwise. Never empty. */
  readonly includeIgnored?: readonly string[];
  /** Whether files that are not text are recorded. */
  readonly binary?: boolean;
}

/** Why a project is left out although it is to be recorded. */
export interface Quarantine {
  readonly since: WallMs;
  /** One line. */
  readonly reason: string;
}

/** One directory that is to be recorded. */
export interface IntendedProject {
  readonly id: ProjectId;
  /** Canonical absolute root, without trailing `/`. */
  readonly root: AbsPath;
  readonly addedAt: WallMs;
  readonly options: ProjectOptions;
  readonly quarantined?: Quarantine;
  /** It was taken out of quarantine to see whether the cause has gone, and has not yet run as long. */
  readonly trial?: Trial;
}

export interface Trial {
  readonly since: WallMs;
  /** How many there were in a row. */
  readonly count: number;
}

/** Projects that ought to be recorded, and whether anything ought to run. */
export interface Intent {
  /** Counts up with every change. */
  readonly generation: number;
  /** False after `unf stop`: the projects stay, nothing runs. */
  readonly running: boolean;
  /** No two with the same id or root; nested roots are allowed. In the order in which they came. */
  readonly projects: readonly IntendedProject[];
}

/** The intent before anyone asked for anything. */
export const emptyIntent: Intent = { generation: 0, running: false, projects: [] };

/**
 * Adds a project, or gives the one with the same id or root new options and takes it out of
 * quarantine: who asks again wants it recorded. The same intent when nothing changes.
 */
export function addProject(intent: Intent, project: IntendedProject): Intent {
  const known = intent.projects.find((one) => one.id === project.id || one.root === project.root);
  if (known === undefined) return next(intent, { projects: [...intent.projects, project] });
  if (sameOptions(known.options, project.options) && known.quarantined === undefined) return intent;
  const { quarantined: _, trial: __, ...kept } = known;
  return replaceProject(intent, { ...kept, options: project.options });
}

/**
 * Gives a project the root that `moved` has, or adds it there when it is not in the intent. A project
 * that had that root leaves: two cannot share one. Options stay unless `moved` brings its own.
 */
export function relinkProject(intent: Intent, moved: IntendedProject): Intent {
  const known = intent.projects.find(({ id }) => id === moved.id);
  const options = Object.keys(moved.options).length > 0 ? moved.options : known?.options;
  const relinked: IntendedProject = {
    id: moved.id,
    root: moved.root,
    addedAt: known?.addedAt ?? moved.addedAt,
    options: options ?? {},
  };
  const others = intent.projects.filter(({ id, root }) => id === moved.id || root !== moved.root);
  const projects = others.map((one) => (one.id === moved.id ? relinked : one));
  return next(intent, { projects: known === undefined ? [...projects, relinked] : projects });
}

/** Removes a project. The same intent when it is not there. */
export function removeProject(intent: Intent, id: ProjectId): Intent {
  const projects = intent.projects.filter((one) => one.id !== id);
  return projects.length === intent.projects.length ? intent : next(intent, { projects });
}

/** Says whether anything is to run. The same intent when that is so already. */
export function setRunning(intent: Intent, running: boolean): Intent {
  return intent.running === running ? intent : next(intent, { running });
}

/** Leaves a project out. The same intent when it is not there or is left out already. */
export function quarantineProject(intent: Intent, id: ProjectId, quarantined: Quarantine): Intent {
  const known = intent.projects.find((one) => one.id === id);
  if (known === undefined || known.quarantined !== undefined) return intent;
  return replaceProject(intent, { ...known, quarantined });
}

function replaceProject(intent: Intent, project: IntendedProject): Intent {
  const projects = intent.projects.map((one) => (one.id === project.id ? project : one));
  return next(intent, { projects });
}

function next(intent: Intent, change: Partial<Intent>): Intent {
  return { ...intent, ...change, generation: intent.generation + 1 };
}

function sameOptions(a: ProjectOptions, b: ProjectOptions): boolean {
  const globs = a.includeIgnored ?? [];
  const others = b.includeIgnored ?? [];
  return (
    a.maxFileBytes === b.maxFileBytes &&
    a.binary === b.binary &&
    globs.length === others.length &&
    globs.every((glob, index) => glob === others[index])
  );
}
