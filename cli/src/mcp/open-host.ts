import { type AbsPath, version } from "@unf/core";
import type { Host, Ran } from "@unf/mcp";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { World } from "../frame/world/world.ts";

/** The parts of a call that say where the tools are served, and what carries them out. */
type HostCall = Pick<Call<FlagTable>, "world" | "run">;

/** This program as the tools of an agent use it: every command, its output kept from the streams. */
export function openHost(call: HostCall, directory: AbsPath): Host {
  const { world } = call;
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
    run: (words, said) => runQuietly(call, words, said),
    warn: (text) => world.stderr.write(`unf: warning: ${text}\n`),
  };
}

/** Runs a command line that reads nothing from stdin and prints into memory. */
async function runQuietly(
  { world, run }: HostCall,
  words: readonly string[],
  said: readonly string[],
): Promise<Ran> {
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const keep = (stream: keyof typeof printed) => ({
    write: (content: string | Uint8Array) => {
      printed[stream].push(Buffer.from(content));
    },
  });
  const own: World = {
    ...world,
    servesAgent: true,
    facts: {
      env: world.env,
      isStdinTty: false,
      isStdoutTty: false,
      isStderrTty: false,
      columns: undefined,
    },
    stdout: keep("stdout"),
    stderr: keep("stderr"),
    // Paths are absolute in every line; an agent's directory may be deleted meanwhile.
    cwd: () => "/" as AbsPath,
    readInput: () => new Uint8Array(),
    ask: () => undefined,
    setVariables: () => undefined,
  };
  await run(words, own, said);
  const text = (stream: keyof typeof printed) => Buffer.concat(printed[stream]).toString("utf8");
  return { stdout: text("stdout"), stderr: text("stderr") };
}
