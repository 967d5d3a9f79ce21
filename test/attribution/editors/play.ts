import { setTimeout as pause } from "node:timers/promises";
import type { Story } from "../../e2e/story.ts";
import { type Editor, makeDesk } from "./editors.ts";
import { type Authored, type Tally, tally } from "./tally.ts";

/** Between two acts: longer than what lies between two looks, and a person's pace. */
const gapMs = 350;

export interface Played {
  /** Of what each editor saved, in their order. */
  readonly people: readonly Tally[];
  /** Of what the agent's command wrote meanwhile. */
  readonly own: Tally;
}

export interface Play {
  /** A directory for it. */
  readonly name: string;
  readonly editors: readonly Editor[];
  readonly saves: number;
  /** A short write of the agent's command; left out where none runs. */
  readonly write?: () => Promise<void>;
  /** Called when all editors are open. */
  readonly begin: () => Promise<void>;
  /** Called when all have saved. */
  readonly end: () => Promise<void>;
}

/** All editors are open at once and save in turn, the agent's command in between. */
export async function play(story: Story, plan: Play): Promise<Played> {
  const { name, editors, saves } = plan;
  const { home, flush } = story;
  await using open = new AsyncDisposableStack();
  const opened = [];
  const paths = editors.map((_, n) => `people/${name}/${n}/`);
  for (const [n, editor] of editors.entries()) {
    opened.push(open.use(await editor.open(makeDesk(home.project, home.home, paths[n] ?? ""))));
  }
  await flush();
  const before = await lastId(story);
  await plan.begin();
  for (let nth = 0; nth < saves; nth += 1) {
    for (const editor of opened) {
      await editor.save(nth);
      await pause(gapMs);
    }
    await plan.write?.();
    await pause(2 * gapMs);
    await plan.write?.();
    await pause(2 * gapMs);
  }
  // Versions that wait for the look after it have been told anew by then.
  await pause(3000);
  await flush();
  await plan.end();
  const versions = (await story.log()).filter(({ id }) => numberOf(id) > before);
  const authored = versions as unknown as readonly Authored[];
  const of = (path: string): Tally => tally(authored.filter((one) => one.path.startsWith(path)));
  return { people: paths.map(of), own: of("own/") };
}

async function lastId(story: Story): Promise<number> {
  return Math.max(0, ...(await story.log()).map(({ id }) => numberOf(id)));
}

function numberOf(id: string): number {
  return Number(id.replace(/^\D+/, ""));
}
