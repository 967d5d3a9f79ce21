import { nextCommand } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { InterruptReply } from "@unf/protocol";
import type { ProjectEntry, Writer } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { Interrupted } from "../frame/failure/interrupted.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { EndSignal } from "../frame/world/world.ts";

interface Interruption<R> {
  readonly writer: Writer;
  readonly signal: EndSignal;
  /** The request of the order. */
  readonly done: Promise<R>;
  readonly root: string;
  readonly plan: string;
  readonly project: ProjectEntry;
}

/**
 * Gives an order up where nothing is changed yet. Throws `interrupted`, with what is done of one that is
 * decided and the two ways on; gives its outcome where it was just done.
 */
export async function interruptOrder<R>(
  call: Call<FlagTable>,
  { writer, signal, done, root, plan, project }: Interruption<R>,
): Promise<R> {
  // Where it is lost meanwhile, whoever awaits it next hears of that.
  done.catch(() => undefined);
  const state = await writer.interrupt({ root, plan });
  if (state.phase === "none") return await done;
  const isDecided = state.phase === "applying" || state.phase === "recording";
  // This process ends it; a daemon goes on.
  if (isDecided && writer.kind === "daemon")
    throw decided(call, { state, signal, writer, project });
  try {
    return await done;
  } catch (thrown) {
    if (!(thrown instanceof UnfError) || thrown.code !== "interrupted") throw thrown;
    if (isDecided) throw decided(call, { state, signal, writer, project });
    throw new Interrupted(signal, "interrupted; nothing was changed");
  }
}

interface Decided {
  readonly state: InterruptReply;
  readonly signal: EndSignal;
  readonly writer: Writer;
  readonly project: ProjectEntry;
}

function decided(call: Call<FlagTable>, { state, signal, writer, project }: Decided): Interrupted {
  const { phase, done, total, operation } = state;
  const files = countOf(total ?? done, "change");
  const how =
    phase === "recording"
      ? `interrupted when all ${files} were done and not yet recorded`
      : `interrupted after ${groupDigits(done)} of ${files}`;
  const op = `op-${operation}`;
  const goesOn =
    writer.kind === "daemon"
      ? `the daemon finishes ${op} (unf status)`
      : `${op} is finished as soon as recording goes on (unf start)`;
  const back = nextCommand(call.asker, project, ["undo", op]);
  return new Interrupted(signal, `${how}; ${goesOn}`, `take it back then: ${back}`);
}
