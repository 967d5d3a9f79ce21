import { type Interruption, type LeftOrder, nextCommand, type ProjectEntry } from "@unf/answers";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { Interrupted } from "../frame/failure/interrupted.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { EndSignal } from "../frame/world/world.ts";

/**
 * Gives an order up at a signal; `Interrupted` says what is done of one that is decided, and the two ways
 * on. `undefined`: what an agent asks for over its protocol ends with that, not with a signal.
 */
export function endAtSignal(
  call: Call<FlagTable>,
  project: ProjectEntry,
): Interruption | undefined {
  const asked = call.world.servesAgent ? undefined : call.world.endAsked();
  return asked?.then(
    (signal) => (left) =>
      left === undefined
        ? new Interrupted(signal, "interrupted; nothing was changed")
        : decided(call, { left, signal, project }),
  );
}

interface Decided {
  readonly left: NonNullable<LeftOrder>;
  readonly signal: EndSignal;
  readonly project: ProjectEntry;
}

function decided(call: Call<FlagTable>, { left, signal, project }: Decided): Interrupted {
  const { phase, done, total, operation } = left.state;
  const files = countOf(total ?? done, "change");
  const how =
    phase === "recording"
      ? `interrupted when all ${files} were done and not yet recorded`
      : `interrupted after ${groupDigits(done)} of ${files}`;
  const op = `op-${operation}`;
  const goesOn =
    left.carriedOnBy === "daemon"
      ? `the daemon finishes ${op} (unf status)`
      : `${op} is finished as soon as recording goes on (unf start)`;
  const back = nextCommand(call.asker, project, ["undo", op]);
  return new Interrupted(signal, `${how}; ${goesOn}`, `take it back then: ${back}`);
}
