import type { Foreground, PartOf } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { WatchReply } from "@unf/protocol";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import { signalExits } from "../frame/failure/interrupted.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { CliWiring, EndSignal } from "../frame/world/world.ts";
import { watchedDocument } from "./watch-answer.ts";

/** How recording here ended: by a signal, or by the daemon, whose exit code that is. */
type Ending = { readonly signal: EndSignal } | { readonly code: number | null };

/** Records in this terminal until it is told to end. `watchAll` is carried out once the daemon answers. */
export async function recordHere(
  call: Call<FlagTable>,
  wiring: CliWiring,
  home: AbsPath,
  watchAll: () => Promise<readonly (WatchReply | PartOf)[]>,
): Promise<Answer> {
  // Before anything runs: whoever sees it may signal at once.
  const signalled = call.world.endAsked().then((signal): Ending => ({ signal }));
  const daemon = await wiring.startForeground(home);
  const ended = daemon.ended.then((code): Ending => ({ code }));
  const begun = begin(call, daemon, watchAll);
  try {
    // A failure at the beginning ends it; a success does not.
    const failed = begun.then(() => new Promise<never>(() => undefined));
    const ending = await Promise.race([signalled, failed, ended]);
    await daemon.end();
    const [result] = await Promise.allSettled([begun]);
    if (result.status === "fulfilled") return answerOf(ending, call, result.value);
    // Why it did not begin says more than that it is over.
    if ("code" in ending) throw result.reason;
    return answerOf(ending, call, []);
  } finally {
    await daemon.end();
  }
}

async function begin(
  { show, world }: Call<FlagTable>,
  daemon: Foreground,
  watchAll: () => Promise<readonly (WatchReply | PartOf)[]>,
): Promise<readonly (WatchReply | PartOf)[]> {
  await daemon.ready();
  const replies = await watchAll();
  const answer = watchedDocument(replies, { isDryRun: false, userHome: world.env.HOME });
  await show(function* (view) {
    yield* answer.text(view);
    const verb = "Recording";
    const name = view.terminal.isForPerson ? `${view.paint.good(verb.padStart(11))} ` : verb;
    yield `${name} in this terminal until Ctrl-C (daemon ${daemon.pid})`;
  });
  return replies;
}

function answerOf(
  ending: Ending,
  call: Call<FlagTable>,
  replies: readonly (WatchReply | PartOf)[],
): Answer {
  if ("code" in ending && ending.code !== 0) {
    throw new UnfError("failed", `the daemon ended by itself (${ending.code ?? "a signal"})`, {
      hint: "look into logs/daemon.crash.log in unf's home",
    });
  }
  const signal = "signal" in ending ? ending.signal : undefined;
  const userHome = call.world.env.HOME;
  return {
    ...watchedDocument(replies, { isDryRun: false, userHome, endedBy: signal ?? "stop" }),
    text: (view) => {
      const name = view.terminal.isForPerson ? view.paint.good("Stopped".padStart(11)) : "Stopped";
      return [signal === undefined ? `${name}  by another command` : name];
    },
    exit: signal === undefined ? 0 : signalExits[signal],
  };
}
