import { type Act, everywhere, record, type Scene, touched } from "../scene.ts";
import type { AgentName } from "../stage/stage.ts";
import { editLines, saveFile, someFile, somewhere } from "./disk.ts";

const agents: readonly AgentName[] = [
  { agent: "claude-code", session: "one" },
  { agent: "codex", session: "two" },
];

/** A prompt, and some tools that say what they write; the last one `ends` or does not. */
async function work(scene: Scene, who: AgentName, ends: boolean): Promise<string[]> {
  const { stage, model, random } = scene;
  await stage.hear(who, { kind: "prompt", text: model.word("agent") });
  const paths: string[] = [];
  const count = 1 + random.below(3);
  for (let n = 0; n < count; n += 1) {
    const path = random.chance(0.6) ? (someFile(scene) ?? somewhere(scene)) : somewhere(scene);
    const call = model.word("agent");
    await stage.hear(who, { kind: "tool_start", call, paths: [path] });
    saveFile(stage.root, path, agentsContent(scene, path));
    stage.tell(touched(path));
    paths.push(path);
    if (n === count - 1 && !ends) model.announced.add(path);
    else await stage.hear(who, { kind: "tool_end", call, paths: [path] });
  }
  await record(scene);
  return paths;
}

/** Mostly text; now and then what cannot be recorded. */
function agentsContent(scene: Scene, path: string): string | Buffer {
  const { stage, model, random } = scene;
  if (!random.chance(0.2)) return editLines(scene, path, "agent");
  const word = model.word("agent");
  return random.chance(0.5)
    ? Buffer.from(`\0${word}`)
    : `${word} ${"x".repeat(stage.fileBytesMax)}`;
}

const turn: Act = {
  name: "an agent's turn",
  stages: everywhere,
  weight: 3,
  play: async (scene) => {
    const { model, stage, random } = scene;
    const before = model.standing;
    const who = random.pick(agents);
    const paths = await work(scene, who, true);
    await stage.hear(who, { kind: "stop" });
    model.turn = { session: who.session, written: paths, before, after: model.standing };
    scene.note(`${who.agent} writes ${paths.join(", ")}`);
  },
};

const interrupted: Act = {
  name: "an agent is interrupted",
  stages: everywhere,
  play: async (scene) => {
    const { model, stage, random } = scene;
    const who = random.pick(agents);
    const paths = await work(scene, who, false);
    model.turn = undefined;
    scene.note(`${who.agent} is interrupted in ${paths.join(", ")}`);
    if (!random.chance(0.5)) return;
    // The next prompt ends what was left open.
    await stage.hear(who, { kind: "prompt", text: "on" });
    await stage.hear(who, { kind: "session_end" });
    for (const path of paths) model.announced.delete(path);
  },
};

const ended: Act = {
  name: "an agent's session ends",
  stages: everywhere,
  play: async ({ stage, random, note }) => {
    const who = random.pick(agents);
    await stage.hear(who, { kind: "session_end" });
    note(`${who.agent} ends`);
  },
};

export const agentsActs: readonly Act[] = [turn, interrupted, ended];
