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
    notes: [
      ...(there.length === 0 ? [] : [`with ${there.join(", ")}`]),
      ...(state.state === "installed" && menus.has(agent) ? [menus.get(agent) ?? ""] : []),
      ...state.target.settings.lacks,
    ],
  };
}

/** Agents whose extension by unf adds to their own menus, so that no command is needed. */
const menus: ReadonlyMap<string, string> = new Map([
  ["pi", "files go back at pi's own /tree and /fork"],
]);

export function partsAnswer({ parts }: HookState): HookAgentAnswer["parts"] {
  return parts.map(({ part, state, file }) => ({
    part,
    state: state === "not" ? "not_installed" : state,
    ...pathFields("file", file),
  }));
}
