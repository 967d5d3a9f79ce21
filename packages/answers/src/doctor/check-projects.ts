import { countOf } from "@unf/core/query";
import type { DoctorFacts } from "@unf/maintenance";
import { type Check, fail, ok, warn } from "./check.ts";

type ProjectFacts = DoctorFacts["projects"][number];

/** How each watched project is recorded; those that are well are one line together. */
export function checkProjects({ projects, running }: DoctorFacts): Check[] {
  if (running.daemon === undefined) return [];
  const checks = projects.map(checkProject);
  const well = projects.filter((_, index) => checks[index] === undefined);
  const looked = well.reduce((sum, project) => sum + project.looked, 0);
  const found = checks.filter((check) => check !== undefined);
  if (well.length === 0) return found;
  const text = `${countOf(well.length, "project")} recorded, ${countOf(looked, "file")} compared with the disk`;
  return [ok("project", text), ...found];
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
