import { type OpenHome, type ProjectEntry, pathFields, resolveScope } from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";

const flags = {
  "dry-run": { kind: "switch", short: "n", help: "Only say what would be done" },
  yes: { kind: "switch", short: "y", help: "Accepted for scripts; nothing is asked" },
} as const satisfies FlagTable;

export const unwatch = defineCommand({
  usage: ["unwatch [dir...]"],
  about: [
    "Stops recording the projects. Their history stays, and unf log, cat, diff and restore go on working; unf watch takes it up again.",
    "Without a directory: the project around the current one. A directory must be the root of a project.",
    "Where an agent may run the command, a person must confirm it at a terminal.",
  ],
  flags,
  examples: [
    { line: "unf unwatch", does: "stop recording the project around the current directory" },
    { line: "unf unwatch ~/src/old", does: "stop recording another one" },
  ],
  exits: {
    3: "not watched",
    4: "it takes a person to say yes; nothing was done",
    6: "the daemon does not start",
  },
  args: { min: 0, max: 100 },
  run: runUnwatch,
});

interface Stopped {
  readonly root: string;
  /** `null` for a dry run. */
  readonly bytes: number | null;
}

async function runUnwatch(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const words = call.args.length === 0 ? [undefined] : call.args;
  const entries = words.map((word) => findWatched(call, home, word));
  if (!call.flags["dry-run"]) {
    await requirePerson(call, {
      ...{ matter: "recording", deed: "stop recording a project", typed: "unwatch" },
      question: `Stop recording ${countOf(entries.length, "project")}?`,
    });
  }
  const stopped = call.flags["dry-run"]
    ? entries.map(({ root }) => ({ root, bytes: null }))
    : await stop(home, entries);
  return answer(stopped, call);
}

function findWatched(
  call: Call<typeof flags>,
  { reader }: OpenHome,
  word: string | undefined,
): ProjectEntry {
  const { project } = resolveScope({
    projects: reader.projects(),
    // A named directory must be a root: a typo below one must not stop the project around it.
    asker: { ...call.asker, projectWord: word ?? call.asker.projectWord },
    pathWords: [],
  });
  if (project.watched) return project;
  throw new UnfError(
    "not_watched",
    `${project.root} is not watched any more; its history is kept`,
    {
      hint: "unf watch takes it up again",
    },
  );
}

async function stop(
  { wiring, reader }: OpenHome,
  entries: readonly ProjectEntry[],
): Promise<Stopped[]> {
  const { intended, daemon } = await wiring.inspectRunning(reader.home);
  const stopped: Stopped[] = [];
  {
    await using writer = await wiring.openWriter(reader.home, "start");
    for (const { root } of entries) {
      stopped.push(
        await writer.request("unwatch", { root: pathToColumn(root as string as RelPath) }),
      );
    }
  }
  // Only the daemon can change what is watched; when it was meant to rest, it rests again.
  if (!intended && daemon === undefined) await wiring.stopAll(reader.home);
  return stopped;
}

function answer(stopped: readonly Stopped[], call: Call<typeof flags>): Answer {
  const isDryRun = call.flags["dry-run"];
  const rows = stopped.map(({ root, bytes }) => ({
    ...pathFields("root", root),
    history: "kept",
    ...(bytes === null ? {} : { bytes }),
  }));
  return {
    kind: "document",
    schema: "unf.unwatch/1",
    document: () => ({ dry_run: isDryRun, projects: rows }),
    records: () => rows.map((row) => ({ type: "project", ...row })),
    text: (view) =>
      stopped.map(({ root, bytes }) => {
        const name = escapeForDisplay(
          view.terminal.isForPerson ? shortenHome(root, call.world.env.HOME) : root,
        );
        if (bytes === null) return `Would stop ${name}`;
        return view.terminal.isForPerson
          ? `${view.paint.good("Stopped".padStart(11))}  ${name} (history kept: ${renderBytes(bytes)})`
          : `Stopped ${name} (history kept, ${bytes} bytes)`;
      }),
  };
}
