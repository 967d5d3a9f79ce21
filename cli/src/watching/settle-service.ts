import type { ServicePlan, ServiceReport } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { Call } from "../frame/call/command.ts";
import { Interrupted } from "../frame/failure/interrupted.ts";
import type { CliWiring } from "../frame/world/world.ts";

/** The flags of `unf watch` that bear on it. */
export const watchServiceFlags = {
  service: { kind: "switch", help: "Record after every restart, too (unf service enable)" },
  "no-service": { kind: "switch", help: "Do not offer that, now or later" },
} as const;

type WatchCall = Pick<
  Call<typeof watchServiceFlags>,
  "flags" | "terminal" | "world" | "note" | "warn"
>;

/** Throws `usage`, and `refused` where `--service` cannot be done: before anything else is. */
export async function planWatchService(
  { flags }: Pick<WatchCall, "flags">,
  wiring: Pick<CliWiring, "planService">,
  home: AbsPath,
): Promise<ServicePlan | undefined> {
  if (flags.service && flags["no-service"])
    throw new UnfError("usage", "--service and --no-service exclude each other");
  return flags.service ? await wiring.planService(home, undefined) : undefined;
}

/** Has recording survive a restart if that is wanted; offers it once; says when it does not. */
export async function settleService(
  call: WatchCall,
  asked: { readonly planned: ServicePlan | undefined; readonly mayAsk: boolean },
  wiring: CliWiring,
  home: AbsPath,
): Promise<ServiceReport> {
  const { flags, note, warn } = call;
  if (asked.planned !== undefined) {
    if (!asked.planned.isStanding) await wiring.enableService(home, asked.planned);
    return wiring.readService(home);
  }
  const found = await wiring.readService(home);
  if (found.state === "broken") {
    warn(
      `recording does not begin by itself after a restart (${found.problem}): unf service enable`,
    );
  }
  if (found.state !== "disabled") return found;
  if (flags["no-service"]) {
    if (found.answer === undefined) wiring.answerService(home, "no");
    return found;
  }
  const isOffered = found.answer === undefined && asked.mayAsk;
  if (isOffered && (await offer(call, wiring, home))) return wiring.readService(home);
  note("Recording does not survive a restart of this machine: unf service enable");
  return found;
}

/** True when the person wants it, and it is done. Without an answer it is offered again. */
async function offer({ world }: WatchCall, wiring: CliWiring, home: AbsPath): Promise<boolean> {
  const plan = await planIfPossible(wiring, home);
  if (plan === undefined) return false;
  const { entry } = plan;
  const place = entry.kind === "file" ? entry.path : `an entry for ${entry.manager}`;
  const answer = askAfterwards(
    world,
    `Record after every restart, too? That writes ${place}. [y/N] `,
  );
  if (answer === undefined) return false;
  const isWanted = /^\s*y(es)?\s*$/i.test(answer);
  if (isWanted) await wiring.enableService(home, plan);
  else wiring.answerService(home, "no");
  return isWanted;
}

/** When it is asked, the directory is recorded already. */
function askAfterwards(world: WatchCall["world"], question: string): string | undefined {
  try {
    return world.ask(question);
  } catch (thrown) {
    if (!(thrown instanceof Interrupted)) throw thrown;
    const said = "interrupted at the question; the directory is recorded until the next restart";
    const hint = "after it, too: unf service enable; how it is: unf status";
    throw new Interrupted("SIGINT", said, hint);
  }
}

/** Where nothing could start unf, nothing is offered. */
async function planIfPossible(wiring: CliWiring, home: AbsPath): Promise<ServicePlan | undefined> {
  try {
    return await wiring.planService(home, undefined);
  } catch (thrown) {
    if (thrown instanceof UnfError) return undefined;
    throw thrown;
  }
}
