import { readFileSync } from "node:fs";
import { readRows } from "../../attribution/read-rows.ts";
import { type Acts, fourteenActs, layOut } from "../acts.ts";
import { startPerson } from "../beside.ts";
import { doerOf, judgeActs, judgePerson } from "../judge.ts";
import { type Check, holds, type SceneResult, same } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, readIfThere, type Stage, setStage, settle } from "../stage.ts";
import { sessionsOf, turnsOf } from "../told.ts";

const dirs = ["one", "two"] as const;

/**
 * Two turns of fourteen acts, the second of a resumed session, while a person saves; then the second
 * is taken back and brought again, and the hooks are taken out.
 */
export async function playActs(one: Installed): Promise<SceneResult> {
  await using stage = await setStage([one], (at) => {
    for (const dir of dirs) layOut(at, dir);
  });
  const turns = dirs.map((dir) => ({ dir, name: `acts-${dir}`, ...fourteenActs(dir) }));
  stage.script(turns.map(({ name, steps }) => ({ agent: one.agent, name, steps })));
  {
    await using person = startPerson(stage);
    await person.saves(2);
    for (const { name } of turns) {
      const last = (await sessionsOf(stage))[0]?.agent_session ?? undefined;
      const resumes = one.agent.startsAnew === true ? undefined : last;
      await runPrompt(stage, one, {
        text: `play:${name}`,
        ...(resumes === undefined ? {} : { resumes }),
      });
    }
  }
  await settle(stage);
  const rows = readRows(stage.story.home);
  const sessions = (await sessionsOf(stage)).toReversed();
  const told = await turnsOf(stage);
  const doers = turns.map(({ name }, nth) => {
    const session = sessions[one.agent.startsAnew === true ? nth : 0]?.agent_session ?? "";
    return doerOf(one.agent, session, name);
  });
  const acts = turns.flatMap((turn, nth) =>
    judgeActs(rows, turn.acts, doers[nth] ?? { session: "", prompt: "" }),
  );
  const checks = [
    one.agent.startsAnew === true
      ? same("a session each", sessions.length, turns.length)
      : same("one session, resumed", sessions.length, 1),
    same(
      "two turns",
      told.map(({ label }) => label ?? ""),
      doers.map(({ prompt }) => prompt),
    ),
    ...(await takeBack(stage, turns)),
    ...(await takeOut(stage, one)),
  ];
  const hooks = stage.tap.calls().map(({ ms }) => ms);
  return { acts, person: [judgePerson(rows, "person")], checks, hooks };
}

/** `oops` takes the second turn back and nothing else; `undo` brings it again. */
async function takeBack(
  stage: Stage,
  turns: readonly ({ readonly dir: string } & Acts)[],
): Promise<readonly Check[]> {
  const left = turns.map(({ acts }) => Object.assign({}, ...acts.map(({ leaves }) => leaves)));
  const [first = {}, second = {}] = left as Record<string, string | null>[];
  const after = disk(stage, second);
  const persons = disk(stage, { "person/letter.txt": "", "person/list.txt": "" });
  // A file that others changed since is kept, and said by its exit code.
  await stage.story.tryUnf(["oops", "--yes"]);
  const isBack = Object.entries(disk(stage, second)).filter(([path, text]) =>
    text === null ? second[path] === null : text === second[path],
  );
  const checks = [
    same(
      "oops takes the second turn back",
      isBack.map(([path]) => path),
      [],
    ),
    same("oops leaves the first turn", disk(stage, first), first),
    same("oops leaves the person's files", disk(stage, persons), persons),
  ];
  await stage.story.unf("undo", "--yes");
  return [...checks, same("undo brings it again", disk(stage, second), after)];
}

async function takeOut(stage: Stage, { agent }: Installed): Promise<readonly Check[]> {
  stage.tap.remove();
  await stage.story.unf("hook", "uninstall", agent.name, "--yes");
  return Array.from(stage.before, ([file, text]) =>
    holds(`uninstall leaves ${agent.name} as it was`, readIfThere(file) === text, file),
  );
}

function disk(stage: Stage, paths: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.keys(paths).map((path) => {
      const file = stage.story.at(path);
      return [path, readIfThere(file) === undefined ? null : readFileSync(file, "utf8")];
    }),
  );
}
