import type { AgentSign } from "@unf/agents";
import { type AbsPath, UnfError } from "@unf/core/base";
import { decideConsent, type Matter } from "@unf/core/consent";
import type { Session } from "@unf/core/timeline";
import type { Globals } from "../argv/globals.ts";
import type { World } from "../world/world.ts";

/** An order that an agent must not give by itself. */
export interface PersonsOrder {
  readonly matter: Matter;
  /** Follows "only a person may": `stop recording`. */
  readonly deed: string;
  /** Ends in a question mark: what is done, and how much of it. */
  readonly question: string;
  /** The word that a person types where an agent may be the one who gives the order. */
  readonly typed: string;
  /** Sessions that are open where it is about what no undo takes back: then one of them may give it. */
  readonly openSessions?: readonly Session[];
  /** It is about settings of this user, which every home depends on. */
  readonly isOfUser?: boolean;
}

/** The parts of a call that say who gives it, and who may be asked. */
export interface PersonCall {
  readonly globals: Pick<Globals, "json" | "jsonl">;
  readonly world: Pick<World, "env" | "ask" | "processesAbove" | "servesAgent"> & {
    readonly facts: Pick<World["facts"], "isStdinTty" | "isStderrTty">;
    wiring(): Promise<GateWiring>;
  };
}

type GateWiring = Pick<
  Awaited<ReturnType<World["wiring"]>>,
  "homeDirectory" | "readHomeKind" | "readSettings"
>;

/**
 * Lets an order through that ends or narrows recording or history: from a person as it is, where an
 * agent may be the one who gives it only once a person has typed a word at a terminal. No flag stands
 * for that. True when somebody has typed it. Throws `needs_confirmation`; nothing was done then.
 */
export async function requirePerson(call: PersonCall, order: PersonsOrder): Promise<boolean> {
  const { world } = call;
  const agent = await findReason(world, order.openSessions ?? []);
  // Nothing else is read then: most orders are a person's.
  if (agent === undefined) return false;
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  const { config } = await wiring.readSettings(home);
  const consent = decideConsent({
    matter: order.matter,
    isByAgent: true,
    isScratch: isScratch(wiring, home, world.env, order.isOfUser === true),
    mayStop: config["agents.may_stop"],
    isAtTerminal: isAtTerminal(call),
  });
  if (consent === "allow") return false;
  if (consent === "refuse") {
    throw new UnfError(
      "needs_confirmation",
      `nothing was done: only a person may ${order.deed} (${agent})`,
      {
        hint: "a person can confirm it at a terminal; --yes is not enough here",
      },
    );
  }
  requireTyped(world, `${order.question}\nThis needs a person (${agent}).`, order.typed);
  return true;
}

/** Asks for a word that no reflex types. Throws `needs_confirmation`. */
export function requireTyped({ ask }: Pick<World, "ask">, whole: string, typed: string): void {
  if (ask(`${whole} Type "${typed}" to go on: `)?.trim() === typed) return;
  throw new UnfError("needs_confirmation", `nothing was done (the answer was not "${typed}")`);
}

/** True where an agent gives the order and a person may sit at its terminal all the same. */
export async function isAgentAtTerminal(call: PersonCall): Promise<boolean> {
  return isAtTerminal(call) && (await findReason(call.world, [])) !== undefined;
}

/** Why an agent may be the one who gives the order; `undefined` when nothing says so. */
async function findReason(
  world: PersonCall["world"],
  open: readonly Session[],
): Promise<string | undefined> {
  if (world.servesAgent) return "an agent asks for it";
  const { findAgent } = await import("@unf/agents");
  const sign = findAgent(world.env, await world.processesAbove());
  if (sign !== undefined) return saySign(sign);
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `session ${first.id} of ${first.agent}${more} is open`;
}

function saySign(sign: AgentSign): string {
  return sign.kind === "variable"
    ? `${sign.variable} is set: an agent runs this`
    : `${sign.program}, process ${sign.pid}, runs this: it is an agent`;
}

/**
 * True of a throw-away home. Settings of the user alone are guarded by every home that may last.
 */
function isScratch(
  wiring: GateWiring,
  home: AbsPath,
  env: World["env"],
  isOfUser: boolean,
): boolean {
  if (!isOfUser) return wiring.readHomeKind(home) === "scratch";
  const usual = wiring.homeDirectory({ ...env, UNF_HOME: undefined });
  return [home, usual].every((one) => wiring.readHomeKind(one) !== "lasting");
}

/** Unlike `mayAsk`, also where an agent's variable is set: a person may sit at its terminal. */
function isAtTerminal({ globals, world }: PersonCall): boolean {
  const isMachine = globals.json || globals.jsonl;
  return !isMachine && world.facts.isStdinTty && world.facts.isStderrTty;
}
