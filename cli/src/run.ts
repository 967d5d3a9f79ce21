import { systemCode, UnfError } from "@unf/core/base";
import { nearestName } from "@unf/core/config";
import { utcZone } from "@unf/core/time";
import { commands } from "./commands.ts";
import { commandNames, findCommand } from "./find-command.ts";
import type { FlagTable } from "./frame/argv/flag.ts";
import { foreignCommands } from "./frame/argv/foreign-words.ts";
import {
  type CommandLine,
  checkGlobals,
  type Globals,
  globalFlags,
  splitCommandLine,
  strayFlag,
} from "./frame/argv/globals.ts";
import { parseTokens, readValues, type Tokens } from "./frame/argv/parse.ts";
import { openAsker } from "./frame/call/asker.ts";
import { attended } from "./frame/call/attention.ts";
import type { Call, Command, CommandEntry } from "./frame/call/command.ts";
import { wipeStandingLine } from "./frame/call/standing-line.ts";
import { toFailure } from "./frame/failure/failure.ts";
import { Interrupted } from "./frame/failure/interrupted.ts";
import { renderFailure } from "./frame/failure/render-failure.ts";
import { printAnswer, writeLines } from "./frame/print/print.ts";
import { type Paint, plainPaint, signsOf, type View } from "./frame/print/view.ts";
import { ReaderGone } from "./frame/terminal/output.ts";
import {
  colourVariables,
  decideTerminal,
  type Terminal,
  type TerminalSettings,
} from "./frame/terminal/terminal.ts";
import type { World } from "./frame/world/world.ts";
import { TroubleTeller } from "./running/trouble-teller.ts";
import { wake } from "./running/wake.ts";

/**
 * Carries out one command line and returns the exit code. The only place where errors end. `said`:
 * how the list of operations shows the line, where somebody else than a person wrote it.
 */
export async function run(
  argv: readonly string[],
  world: World,
  said: readonly string[] = argv,
): Promise<number> {
  try {
    return await dispatch(argv, world, said);
  } catch (thrown) {
    if (thrown instanceof ReaderGone) return 0;
    return await reportFailure(thrown, argv, world);
  }
}

async function dispatch(
  argv: readonly string[],
  world: World,
  said: readonly string[],
): Promise<number> {
  const line = withoutDaemon(splitCommandLine(argv));
  if (line.name === undefined) return runBare(line.asksVersion, line.rest, world);
  const entry = findCommand(line.name);
  if (entry === undefined) throw strayFlag(argv, line.name) ?? unknownCommand(line.name);
  const command = line.asksVersion ? undefined : await entry.load();
  if (command === undefined) return runBare(true, [], world);
  const tokens = parseTokens(line.rest, { ...globalFlags, ...command.flags }, line.name);
  const globals = readValues(globalFlags, tokens);
  checkGlobals(globals);
  const terminal = decideTerminal(world.facts, globals, await readPreferences(globals, world));
  world.setVariables(colourVariables(terminal.hasColour));
  if (globals.help) {
    const isShort = !tokens.options.some(({ rawName }) => rawName === "--help");
    return printHelp([entry.name], isShort, globals, terminal, world);
  }
  checkWordCount(entry, tokens.positionals, command);
  if (tellsOutsideChange(entry, world)) await tellOutsideChange(globals, world);
  const teller = new TroubleTeller({ entry, globals, terminal, world });
  const exit = await carryOut(command, tokens, { argv: said, globals, terminal, world }, teller);
  if (entry.wakes) await wake(world, notices(globals, world).warn);
  return exit;
}

/** `unf daemon start` is `unf start`, and so on: the longer words that other daemons have. */
function withoutDaemon(line: CommandLine): CommandLine {
  if (line.name !== "daemon" || line.asksVersion) return line;
  const at = line.rest.findIndex((word) => !word.startsWith("-"));
  const name = line.rest[at] ?? "";
  if (daemonVerbs.includes(name)) return { ...line, name, rest: line.rest.toSpliced(at, 1) };
  throw new UnfError("usage", `daemon takes one of: ${daemonVerbs.join(", ")}`, {
    hint: name === "logs" ? "unf doctor says what is wrong" : "unf start --help",
  });
}

const daemonVerbs: readonly string[] = ["start", "stop", "restart", "status"];

/** Commands that read no home, or whose stderr is another program's or nobody's. */
const silent: readonly string[] = [
  "help",
  "man",
  "version",
  "mcp",
  "exec",
  "answer",
  "complete",
  "completion",
  "prompt",
];

/** An agent that asks over its own protocol does not tell a person. */
function tellsOutsideChange({ name }: CommandEntry, { servesAgent }: World): boolean {
  return !servesAgent && !silent.includes(name);
}

/** Says once what another program did to the settings, whatever command comes next. */
async function tellOutsideChange(globals: Globals, world: World): Promise<void> {
  const wiring = await world.wiring();
  const change = await wiring.takeOutsideChange(wiring.homeDirectory(world.env));
  if (change === undefined) return;
  const { sayOutsideChange } = await import("./config/say-outside-change.ts");
  const zone = globals.utc ? utcZone : world.localZone;
  notices(globals, world).warn(sayOutsideChange(change, zone));
}

/** Settings about colours and the pager: only a terminal has use for them. */
async function readPreferences(
  globals: Globals,
  world: World,
): Promise<TerminalSettings | undefined> {
  if (!world.facts.isStdoutTty || globals.json || globals.jsonl || globals.help) return undefined;
  const wiring = await world.wiring();
  const { config } = await wiring.readSettings(wiring.homeDirectory(world.env));
  return { color: config["ui.color"], pager: config["ui.pager"] };
}

async function carryOut(
  command: Command,
  tokens: Tokens,
  {
    argv,
    globals,
    terminal,
    world,
  }: Pick<Call<FlagTable>, "argv" | "globals" | "terminal" | "world">,
  teller: TroubleTeller,
): Promise<number> {
  const owned: Disposable[] = [];
  const own = <R extends Disposable>(resource: R): R => {
    owned.unshift(resource);
    return resource;
  };
  const show: Call<FlagTable>["show"] = async (text) => {
    if (globals.json || globals.jsonl) return;
    wipeStandingLine(world.stderr);
    writeLines(text(await viewOf(globals, terminal, world)), world.stdout);
  };
  try {
    const told = notices(globals, world);
    const answer = await attended(command.wait, { world, terminal }, async (breathe, seen) => {
      const { concerns } = teller;
      const asker = openAsker({ globals, world: seen, own, breathe, concerns, ...told });
      const rest = { argv, world: seen, terminal, own, show, run, asker, ...told };
      const found = await command.invoke(tokens, rest);
      await teller.tellBefore(found);
      return found;
    });
    const exit = await printAnswer(answer, globals, await viewOf(globals, terminal, world), world);
    await teller.tell();
    return exit;
  } catch (thrown) {
    const isLeft = thrown instanceof ReaderGone || thrown instanceof Interrupted;
    // Nobody who leaves is to wait for anything more.
    if (!isLeft) await teller.tellOfFailure();
    throw thrown;
  } finally {
    for (const resource of owned) resource[Symbol.dispose]();
  }
}

/** Without a command: the version, help, or how things are here. */
async function runBare(
  asksVersion: boolean,
  rest: readonly string[],
  world: World,
): Promise<number> {
  const tokens = parseTokens(rest, globalFlags);
  const globals = readValues(globalFlags, tokens);
  checkGlobals(globals);
  const terminal = decideTerminal(world.facts, globals);
  if (asksVersion) {
    const { versionAnswer } = await import("./version/version.ts");
    return printAnswer(versionAnswer(), globals, await viewOf(globals, terminal, world), world);
  }
  if (globals.help) return printHelp([], false, globals, terminal, world);
  return runOverview(tokens, globals, world);
}

async function runOverview(tokens: Tokens, globals: Globals, world: World): Promise<number> {
  const { overview } = await import("./overview/overview.ts");
  const entry = { name: "status", wakes: true } as const;
  const terminal = decideTerminal(world.facts, globals, await readPreferences(globals, world));
  world.setVariables(colourVariables(terminal.hasColour));
  await tellOutsideChange(globals, world);
  const teller = new TroubleTeller({ entry, globals, terminal, world });
  const exit = await carryOut(overview, tokens, { argv: [], globals, terminal, world }, teller);
  await wake(world, notices(globals, world).warn);
  return exit;
}

async function printHelp(
  words: readonly string[],
  isShort: boolean,
  globals: Globals,
  terminal: Terminal,
  world: World,
): Promise<number> {
  const { helpAnswer } = await import("./help.ts");
  const answer = await helpAnswer(words, isShort, commands);
  return printAnswer(answer, globals, await viewOf(globals, terminal, world), world);
}

async function viewOf(globals: Globals, terminal: Terminal, world: World): Promise<View> {
  return {
    terminal,
    paint: terminal.hasColour ? await paintOf(terminal, world) : plainPaint,
    signs: signsOf(terminal),
    viewer: { now: world.now(), zone: globals.utc ? utcZone : world.localZone },
    isVerbose: globals.verbose,
  };
}

async function paintOf({ hasLinks }: Terminal, world: World): Promise<Paint> {
  const { createPaint } = await import("./frame/print/paint.ts");
  if (!hasLinks) return createPaint();
  const { linkOf } = await import("./frame/print/link.ts");
  return createPaint(linkOf(world.hostName()));
}

function notices(globals: Globals, world: World): Record<"note" | "warn", (text: string) => void> {
  const isSilent = globals.quiet || globals.json || globals.jsonl;
  return {
    note: (text) => {
      if (!isSilent) say(world, text);
    },
    warn: (text) => say(world, `unf: warning: ${text}`),
  };
}

function say({ stderr }: World, text: string): void {
  wipeStandingLine(stderr);
  stderr.write(`${text}\n`);
}

async function reportFailure(
  thrown: unknown,
  argv: readonly string[],
  world: World,
): Promise<number> {
  const failure = toFailure(thrown);
  const isMachine = asksJson(argv);
  const stack = world.env.UNF_DEBUG === "1" && thrown instanceof Error ? thrown.stack : undefined;
  try {
    world.stderr.write(renderFailure(failure, { isMachine, stack }));
  } catch (unwritten) {
    // Nobody reads stderr, or it is full: the exit code is all that is left to say.
    if (!(unwritten instanceof ReaderGone) && systemCode(unwritten) === undefined) throw unwritten;
  }
  return failure.exit;
}

/** Asked of the raw words, because the command line itself may be what is wrong. */
function asksJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end < 0 ? argv : argv.slice(0, end);
  return words.includes("--json") || words.includes("--jsonl");
}

function unknownCommand(name: string): UnfError {
  const begun = commandNames().filter((known) => known.startsWith(name) && name !== "");
  const near = begun.length === 1 ? begun[0] : nearestName(name, commandNames());
  if (Object.hasOwn(foreignCommands, name)) {
    const hint = `that is ${foreignCommands[name]} here`;
    return new UnfError("usage", `unknown command "${name}"`, { hint });
  }
  const hint = near === undefined ? "unf --help" : `did you mean unf ${near}?`;
  return new UnfError("usage", `unknown command "${name}"`, { hint });
}

function checkWordCount(
  { name }: CommandEntry,
  words: readonly string[],
  { args: { min, max }, usage }: Pick<Command, "args" | "usage">,
): void {
  const hint = { hint: `unf ${name} --help` };
  if (words.length < min)
    throw new UnfError("usage", `${name} needs more: unf ${usage[0] ?? name}`, hint);
  if (words.length > max)
    throw new UnfError("usage", `${name} does not take "${words[max]}"`, hint);
}
