import { UnfError } from "@unf/core/base";
import type { Call } from "../frame/call/command.ts";
import type { checkpointFlags } from "./flags.ts";

const verbs = ["show", "restore", "delete", "pin", "unpin"] as const;

/**
 * Reads `checkpoint list` as `checkpoint --list`, and so on for the other verbs; behind `set` and behind
 * `--` stands a name, whatever it is. Throws `usage` for a verb that misses its name.
 */
export function takeVerb(call: Call<typeof checkpointFlags>): Call<typeof checkpointFlags> {
  const { args, flags } = call;
  const [word = "", name] = args;
  const hint = "unf checkpoint --help";
  if (call.argv.includes("--")) return oneName(call, hint);
  if (word === "list" && name === undefined)
    return { ...call, args: [], flags: { ...flags, list: true } };
  if (word === "set" && name !== undefined) return { ...call, args: [name] };
  const verb = verbs.find((one) => one === word);
  if (verb === undefined) return oneName(call, hint);
  if (name === undefined)
    throw new UnfError("usage", `checkpoint ${verb} needs a name: unf checkpoint ${verb} <name>`, {
      hint: `a checkpoint that is called so: unf checkpoint set ${verb}`,
    });
  if (flags[verb] !== undefined)
    throw new UnfError("usage", `checkpoint ${verb} and --${verb} are the same`, { hint });
  return { ...call, args: [], flags: { ...flags, [verb]: name } };
}

function oneName(call: Call<typeof checkpointFlags>, hint: string): Call<typeof checkpointFlags> {
  const [, more] = call.args;
  if (more === undefined) return call;
  throw new UnfError("usage", `checkpoint does not take "${more}"`, { hint });
}
