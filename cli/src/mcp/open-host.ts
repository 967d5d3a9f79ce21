import { type Asker, answerQuestion, carryOutOrder, planOrder } from "@unf/answers";
import { type AbsPath, version } from "@unf/core/base";
import { agentOrderWords } from "@unf/core/operations";
import type { Answered, Host } from "@unf/mcp";
import type { FlagTable } from "../frame/argv/flag.ts";
import { noGlobals } from "../frame/argv/globals.ts";
import type { Call } from "../frame/call/command.ts";
import { askOnce, quietWorld } from "../frame/call/quietly.ts";
import { toFailure } from "../frame/failure/failure.ts";
import { decideTerminal } from "../frame/terminal/terminal.ts";
import type { World } from "../frame/world/world.ts";
import { TroubleTeller } from "../running/trouble-teller.ts";
import { wake } from "../running/wake.ts";
import { readOwnSessions } from "./own-sessions.ts";

/** This program as the tools of an agent use it: questions and orders, kept from the streams. */
export function openHost({ world }: Pick<Call<FlagTable>, "world">, directory: AbsPath): Host {
  return {
    version,
    directory,
    projects: async () => {
      const wiring = await world.wiring();
      using reader = wiring.openHomeReader(wiring.homeDirectory(world.env));
      return reader.projects().flatMap(({ root, watched }) => (watched ? [root] : []));
    },
    mayRestore: async () => {
      const wiring = await world.wiring();
      const { config } = await wiring.readSettings(wiring.homeDirectory(world.env));
      return config["mcp.allow_restore"];
    },
    mayReachOthers: async () => {
      const wiring = await world.wiring();
      const { config } = await wiring.readSettings(wiring.homeDirectory(world.env));
      return config["mcp.allow_others"];
    },
    ownSessions: (root) => readOwnSessions(world, root),
    answer: (name, root, asked) =>
      answerQuietly(world, { name, root }, (asker) => answerQuestion(asker, name, asked)),
    plan: (name, root, asked) =>
      answerQuietly(world, { name, root }, (asker) => planOrder(asker, name, asked)),
    carryOut: async (name, root, asked, { plan, said }) => {
      const [session] = await readOwnSessions(world, root);
      const terms = { plan, argv: agentOrderWords({ session: session?.id, said }) };
      return answerQuietly(world, { name, root }, (asker) =>
        carryOutOrder(asker, name, asked, terms),
      );
    },
    warn: (text) => world.stderr.write(`unf: warning: ${text}\n`),
  };
}

/** A question, and the project that it is about. */
interface Asking {
  readonly name: string;
  readonly root: AbsPath | undefined;
}

/** Answers; who asks is told when nothing is recorded, and what ought to run is started. */
async function answerQuietly<T>(
  outer: World,
  { name, root }: Asking,
  answer: (asker: Asker) => Promise<T>,
): Promise<Answered<T>> {
  const { world, said } = quietWorld(outer, true);
  const warn = (text: string) => world.stderr.write(`${text}\n`);
  const globals = { ...noGlobals, json: true, project: root };
  const terminal = decideTerminal(world.facts, globals);
  // A status says itself what is not recorded.
  const entry = { name, wakes: true } as const;
  const teller = new TroubleTeller({ entry, globals, terminal, world });
  const { concerns } = teller;
  try {
    const run = { globals, world, note: () => undefined, warn, concerns };
    const value = await askOnce(run, answer);
    await teller.tell();
    await wake(world, warn);
    return { kind: "answered", value, warnings: linesOf(said()) };
  } catch (thrown) {
    const { code, message, hint } = toFailure(thrown);
    return { kind: "failed", code, message, hint };
  }
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
