import { countOf } from "@unf/core/query";
import type { DoctorFacts } from "@unf/maintenance";
import { type Check, fail, ok, warn } from "./check.ts";

type ProjectFacts = DoctorFacts["projects"][number];

/** How each watched project is recorded; those that are well are one line together. */
export function checkProjects(facts: DoctorFacts): Check[] {
  const { projects, running } = facts;
  if (running.daemon === undefined) return [];
  const places = projects.flatMap((project) => checkPlace(project, facts));
  const checks = projects.map(checkProject);
  const well = projects.filter((_, index) => checks[index] === undefined);
  const looked = well.reduce((sum, project) => sum + project.looked, 0);
  const found = checks.filter((check) => check !== undefined);
  if (well.length === 0) return [...found, ...places];
  const text = `${countOf(well.length, "project")} recorded, ${countOf(looked, "file")} compared with the disk`;
  return [ok("project", text), ...found, ...places];
}

function checkProject({ root, state, reason, unrecorded }: ProjectFacts): Check | undefined {
  const why = reason === undefined ? "" : `: ${reason}`;
  switch (state) {
    case "error":
      return fail("project.error", `${root} is not recorded${why}`, "unf verify --repair");
    case "stopped":
      return fail("project.stopped", `${root} is watched and not recorded`, "unf restart");
    case "missing":
      return warn("project.missing", `${root} is not there${why}`, `unf unwatch ${root}`);
    case "degraded":
      return warn("project.degraded", `${root} is recorded by sweeps only${why}`);
    case "watching":
    case "scanning":
      break;
  }
  if (unrecorded === 0) return undefined;
  // Files that a daemon missed which says it is well: the one failure that nothing else shows.
  const text = `${countOf(unrecorded, "file")} in ${root} changed a while ago and are not recorded`;
  return fail("project.silent_loss", text, "unf flush && unf restart");
}

/** A disk on which it is recorded, and less well than elsewhere. */
function checkPlace(
  { root, polled, foldsCase }: ProjectFacts,
  { isBelowWindows }: DoctorFacts,
): Check[] {
  const checks: Check[] = [];
  if (polled !== undefined) {
    const text = `${root} is looked at again and again, so that versions between are missed: ${polled}`;
    const isDrive = isBelowWindows && isOnWindowsDrive(root);
    const fix = isDrive ? "move it below your home in WSL" : undefined;
    checks.push(warn("project.polled", text, fix));
  }
  if (foldsCase) {
    const text = `names in ${root} that differ only in case are one file: unf was never tried on such a disk`;
    checks.push(warn("project.case", text));
  }
  return checks;
}

/** Where WSL mounts the drives of Windows, unless told otherwise. */
export function isOnWindowsDrive(path: string): boolean {
  return /^\/mnt\/[a-z](\/|$)/.test(path);
}
