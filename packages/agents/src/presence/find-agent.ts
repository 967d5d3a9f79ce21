import type { Environment } from "../format/agent-format.ts";
import { agentVariables } from "./agent-variables.ts";
import { bareName, packageOf, programs } from "./programs.ts";

/** A process above this one, as the system tells of it. */
export interface ProcessAbove {
  readonly pid: number;
  /** Its short name. */
  readonly name: string;
  /** Its command line, word by word; empty where the system does not tell. */
  readonly command: readonly string[];
  /** When it was started, in clock ticks since boot; absent where the system does not tell. */
  readonly startTicks?: number;
}

/** Why an agent is the one who runs this. */
export type AgentSign =
  | { readonly kind: "variable"; readonly variable: string }
  | { readonly kind: "process"; readonly program: string; readonly pid: number };

/** Programs whose own name tells nothing: what they run does. */
const interpreters =
  /^(node|nodejs|bun|deno|tsx|python[0-9.]*|uv|sh|ash|dash|bash|zsh|ksh|fish|env)$/;

/** Recognises that an agent runs this: by its variables, else by the nearest of its processes above. */
export function findAgent(env: Environment, above: readonly ProcessAbove[]): AgentSign | undefined {
  const variable = agentVariables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) return { kind: "variable", variable };
  for (const process of above) {
    const program = agentProgram(process);
    if (program !== undefined) return { kind: "process", program, pid: process.pid };
  }
  return undefined;
}

/** The name of the agent whose program this is. */
function agentProgram({ name, command }: ProcessAbove): string | undefined {
  const [program = "", ...words] = command;
  // A program may give itself one word for a command line: `claude --resume`.
  const own = [name, bareName(program), bareName(program.split(" ")[0] ?? "")];
  const found = own.find((word) => programs.has(word));
  if (found !== undefined) return found;
  const scoped = [program, ...words.slice(0, wordsLooked)].map((word) => packageOf(word));
  if (!interpreters.test(bareName(program))) return scoped[0];
  const script = bareName(words.find((word) => !word.startsWith("-")) ?? "");
  return programs.has(script) ? script : scoped.find((word) => word !== undefined);
}

/** An interpreter's own flags, and then its script. */
const wordsLooked = 6;
