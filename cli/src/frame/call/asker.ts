import type { Asker } from "@unf/answers";
import { utcZone } from "@unf/core/time";
import type { Globals } from "../argv/globals.ts";
import { readCanonical } from "../world/canonical.ts";
import type { World } from "../world/world.ts";
import { openBreath } from "./breath.ts";

/** One run of a command, as far as whoever asks the history is concerned. */
export interface AskingRun extends Pick<Asker, "breathe" | "concerns" | "note" | "own" | "warn"> {
  readonly globals: Globals;
  readonly world: World;
}

/** A run of a command as whoever asks the history. */
export function openAsker(run: AskingRun): Asker {
  const { globals, world, note, warn, own, concerns, breathe = breathingOf(world) } = run;
  return {
    now: () => world.now(),
    zone: globals.utc ? utcZone : world.localZone,
    isVerbose: globals.verbose,
    cwd: () => world.cwd(),
    namedProject: globals.project,
    userHome: world.env.HOME,
    projectWord: globals.project ?? (world.env.UNF_PROJECT || undefined),
    canonical: readCanonical,
    naturalTime: async (input, facts) => {
      const directory = globals.project ?? world.cwd();
      const { readMachineTime } = await import("../world/machine-time.ts");
      const known = await readMachineTime(input, facts, { ...world, directory });
      return known ?? (await import("../world/natural-time.ts")).parseNaturalTime(input, facts);
    },
    openHome: async () => {
      const wiring = await world.wiring();
      const home = wiring.homeDirectory(world.env);
      const reader = own(
        wiring.openHomeReader(home, () =>
          warn(`the disk of ${home} is full or read-only: reading a copy of the history`),
        ),
      );
      return { wiring, reader };
    },
    fileSystem: () => world.fileSystem(),
    digest: () => world.digest(),
    breathe,
    askProgram: (argv, bounds) => world.askProgram(argv, bounds),
    openTimeKeeper: async () => (await import("../world/within-time.ts")).openTimeKeeper(),
    note,
    warn,
    concerns,
    own,
  };
}

function breathingOf(world: Pick<World, "now" | "pause">): () => Promise<void> {
  const breath = openBreath(world);
  return async () => {
    if (breath.isDue()) await breath.take();
  };
}
