import type { AbsPath } from "@unf/core/base";
import type { Places } from "./agent-settings.ts";

/** A path below the home directory. */
export function inHome({ home }: Places, path: string): AbsPath {
  return `${home === "/" ? "" : home}/${path}` as AbsPath;
}

/** The directory a variable names, where it is set to an absolute path; else `path` in the home. */
export function namedOrInHome(places: Places, variable: string, path: string): AbsPath {
  const named = places.env[variable] ?? "";
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(named);
  return isAbsolute ? (trimSlash(named) as AbsPath) : inHome(places, path);
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
