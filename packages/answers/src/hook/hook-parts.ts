import { pathFields } from "../parts/path-fields.ts";
import type { HookAgentAnswer } from "./shape.ts";
import type { HookPart, HookState } from "./state.ts";

/** Sentences on the files beside the hooks: those that ask for something, and those only good to know. */
export interface PartsSaid {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Says of each part whether it is there. */
export function sayParts(state: HookState): PartsSaid {
  const { agent } = state.target.settings;
  const named = (...states: readonly HookPart["state"][]) =>
    state.parts.filter((one) => states.includes(one.state)).map(({ part }) => part);
  const [there, missing, left] = [
    named("installed"),
    named("not", "partly"),
    named("foreign", "unreadable"),
  ];
  return {
    warnings: [
      ...(missing.length === 0
        ? []
        : [`not there or older: ${missing.join(", ")}; unf hook install ${agent}`]),
      ...(left.length === 0 ? [] : [`not as unf wrote it, so it is left: ${left.join(", ")}`]),
    ],
    notes: [...(there.length === 0 ? [] : [`with ${there.join(", ")}`]), ...lacksOf(state)],
  };
}

/** Parts for which the agent has no place that unf writes to. */
export function lacksOf({ parts, serverByHand }: HookState): readonly string[] {
  const hasCommands = parts.some(({ part }) => part.startsWith("/"));
  return [
    ...(hasCommands ? [] : ["no place for commands of unf"]),
    ...(serverByHand === undefined ? [] : [`MCP server by hand: ${serverByHand}`]),
  ];
}

export function partsAnswer({ parts }: HookState): HookAgentAnswer["parts"] {
  return parts.map(({ part, state, file }) => ({
    part,
    state: state === "not" ? "not_installed" : state,
    ...pathFields("file", file),
  }));
}
