import { openScope, pathFields, readTimeFlag, timeFields } from "@unf/answers";
import { planTakenBack } from "@unf/core";
import type { ProjectReader } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { nextCommand } from "../scope/next-command.ts";
import { type Recap, readRecap } from "./read-recap.ts";
import { recapsJson, renderRecap } from "./recap-text.ts";

const flags = {
  since: { kind: "text", value: "<time>", help: "All that happened from then on" },
  global: { kind: "switch", help: "All watched projects" },
} as const satisfies FlagTable;

export const recap = defineCommand({
  usage: ["recap [--since <time>]", "recap --global [--since <time>]"],
  about: [
    "Says what happened lately, for a person or an agent to resume from: the last five sessions of agents and stretches of work of people, what each was about, whether it goes on, and the files it touched. Then the files that git has in no commit, where the project is a checkout, gaps in the recording, the last restore or undo, and what to look at next.",
    "Secrets in prompts are masked.",
  ],
  flags,
  examples: [
    { line: "unf recap", does: "where was I?" },
    { line: "unf recap --since yesterday --json", does: "the same for a program" },
    { line: "unf recap --global", does: "in all projects" },
  ],
  exits: { 3: "not watched" },
  args: { min: 0, max: 0 },
  run: runRecap,
});

async function runRecap(call: Call<typeof flags>): Promise<Answer> {
  const home = await call.asker.openHome();
  const { global: isGlobal } = call.flags;
  const scope = isGlobal ? undefined : openScope(call.asker, home, []);
  const since = await readTimeFlag(
    call.asker,
    { name: "since", input: call.flags.since, purpose: "since" },
    scope,
  );
  const watched = home.reader.projects().filter((project) => project.watched);
  const readers =
    scope === undefined
      ? watched.map((project) => call.own(home.reader.open(project)))
      : [scope.reader];
  const recaps = await Promise.all(
    readers.map((reader) => readRecap(call.world, reader, since?.at)),
  );
  const steps = recaps.map((one) => nextSteps(call, one));
  return {
    kind: "document",
    schema: "unf.recap/1",
    isLong: true,
    document: () => ({
      ...(scope === undefined ? {} : pathFields("root", scope.project.root)),
      ...(since === undefined ? {} : { since: timeFields(since) }),
      ...recapsJson(recaps, isGlobal),
      next_steps: steps.flat(),
    }),
    text: function* (view) {
      for (const [index, one] of recaps.entries()) {
        if (index > 0) yield "";
        const own = { userHome: call.world.env.HOME, steps: steps[index] ?? [] };
        yield* renderRecap(one, own, view);
      }
    },
  };
}

/** Commands that show more of it, or take the last operation back. */
function nextSteps(call: Call<FlagTable>, { source, recent, lastOperation }: Recap): string[] {
  const command = (...words: string[]) => nextCommand(call, source.project, words);
  const sessions = recent.flatMap(({ stretch }) =>
    stretch.kind === "agent" ? [stretch.report] : [],
  );
  const busy = sessions.find(({ touched }) => touched.files.length > 0);
  const look = busy === undefined ? ["diff"] : ["diff", "--session", busy.session.id];
  const isStanding = lastOperation !== undefined && !isTakenBack(source, lastOperation.id);
  return [
    ...(recent.length === 0 ? [] : [command(...look)]),
    ...(isStanding ? [command("undo", `op-${lastOperation.id}`, "-n")] : []),
  ];
}

function isTakenBack({ timeline }: ProjectReader, id: number): boolean {
  return planTakenBack(timeline.operations(Number.MAX_SAFE_INTEGER)).has(id);
}
