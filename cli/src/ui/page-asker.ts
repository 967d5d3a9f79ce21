import type { Asker } from "@unf/answers";
import type { Answered } from "@unf/ui";
import { noGlobals } from "../frame/argv/globals.ts";
import { askOnce, quietWorld } from "../frame/call/quietly.ts";
import { toFailure } from "../frame/failure/failure.ts";
import type { World } from "../frame/world/world.ts";

/** Has the page in the browser answered, about a project or about none. Never throws. */
export async function answerPage<T>(
  outer: World,
  project: string | undefined,
  answer: (asker: Asker) => Promise<T>,
): Promise<Answered<T>> {
  const { world } = quietWorld(outer, false);
  const ignore = () => undefined;
  try {
    const globals = { ...noGlobals, json: true, project };
    const run = { globals, world, note: ignore, warn: ignore, concerns: ignore };
    return { kind: "answered", value: await askOnce(run, answer) };
  } catch (thrown) {
    const { code, message, hint } = toFailure(thrown);
    return { kind: "failed", code, message, hint };
  }
}

/** The asker who also learns how it stands with the hooks of agents. */
export function withHooks(asker: Asker, world: World): Asker {
  return {
    ...asker,
    checkHooks: async () => {
      const { checkHooks } = await import("../doctor/check-hooks.ts");
      return checkHooks({ asker, globals: noGlobals, world });
    },
  };
}
