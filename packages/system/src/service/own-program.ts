import { hostname } from "node:os";
import type { AbsPath } from "@unf/core/base";
import type { ServiceProgram } from "@unf/core/service";
import { homeDirectory } from "../home/home-directory.ts";
import { ownSentinel } from "../program/own-program.ts";
import { shortHash } from "../socket/socket-place.ts";

/** The program that has this installation's sentinel run for the home. */
export function ownServiceProgram(
  home: AbsPath,
  env: Readonly<Record<string, string | undefined>>,
): ServiceProgram {
  const { UNF_HOME: _, ...usual } = env;
  const { XDG_CONFIG_HOME: configHome = "" } = env;
  return {
    name: home === homeDirectory(usual) ? "unf" : `unf-${shortHash(home).slice(0, 8)}`,
    ...ownSentinel(),
    home,
    configHome: configHome.startsWith("/") ? configHome : undefined,
  };
}

/** The machine that this is. */
export function thisHost(): string {
  return hostname();
}
