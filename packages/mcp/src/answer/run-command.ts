import * as z from "zod";
import { ToolFailure } from "../base/failure.ts";
import type { Host } from "../base/host.ts";

/** A command line for one project. */
export interface Order {
  readonly command: string;
  readonly root?: string;
  /** Words that begin with `--`. */
  readonly flags?: readonly string[];
  /** Words that are none, whatever they begin with. */
  readonly words?: readonly string[];
  /** The line as the list of operations shows it, after `mcp`. */
  readonly said?: readonly string[];
}

/** Said beside an answer: something about it is not as it should be. */
interface Warned {
  readonly warnings?: readonly string[];
}

/**
 * Runs a command and reads its answer as `shape` says: fields that it does not name are left out.
 */
export async function runCommand<S extends z.ZodObject>(
  host: Host,
  { command, root, flags = [], words = [], said = [] }: Order,
  shape: S,
): Promise<z.infer<S> & Warned> {
  const project = root === undefined ? [] : [`--project=${root}`];
  const line = [command, "--json", ...project, ...flags, "--", ...words];
  const { stdout, stderr } = await host.run(line, ["mcp", ...said]);
  const lines = stderr.split("\n").filter((one) => one !== "");
  if (stdout === "") throw readFailure(lines.at(-1));
  const warnings = lines.map((one) => one.replace(/^unf: warning: /, ""));
  return { ...shape.parse(JSON.parse(stdout)), ...(warnings.length === 0 ? {} : { warnings }) };
}

const failure = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });

function readFailure(line: string | undefined): ToolFailure {
  const { code, message, hint } = failure.parse(JSON.parse(line ?? "null"));
  return new ToolFailure(code, message, hint);
}
