import { setTimeout as pause } from "node:timers/promises";
import { openLongHistory } from "../long-history.ts";
import type { Finding, RunRow } from "../row.ts";
import { clock, median, quantile, renderMs, renderTimes } from "../statistics.ts";
import { startUi } from "../ui-server.ts";

/** The server of `unf ui` on a million rows: the first screen, each doing of a person, and its memory. */
export const runUiAnswers: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  const { home } = history;
  const rows = `${history.rows.toLocaleString("en")} rows`;
  const first: number[] = [];
  for (let round = 0; round < bench.size(7, 2); round += 1) {
    await using ui = await startUi(bench, home);
    first.push(
      await clock(async () => {
        await ui.getPage();
        await ui.ask("happenings", { limit: 60 });
      }),
    );
  }
  await using ui = await startUi(bench, home);
  const findings: Finding[] = [];
  for (const [doing, questions] of Object.entries(interactions(home.project))) {
    const times: number[] = [];
    for (let round = -1; round < bench.size(9, 2); round += 1) {
      const ms = await clock(async () => {
        await Promise.all(questions(round).map(([name, asked]) => ui.ask(name, asked)));
      });
      if (round >= 0) times.push(ms);
    }
    findings.push({
      ...judge(median(times), 100),
      work: `unf ui: ${doing}, ${rows}`,
      ours: `${renderTimes(times)}; 9 of 10 within ${renderMs(quantile(times, 0.9))}`,
    });
  }
  const most = ui.memoryMb("most");
  // It gives memory back when it rests, and V8 some seconds later to the system.
  await pause(20_000);
  return [
    {
      ...judge(median(first), 1000),
      work: `unf ui: the page and the newest happenings from a server that was just started, ${rows}`,
      ours: renderTimes(first),
    },
    ...findings,
    weigh(`unf ui: memory of the server at its most during all of these, ${rows}`, most),
    weigh("unf ui: memory of the server when it rests behind them", ui.memoryMb("now")),
  ];
};

function weigh(work: string, mb: number): Finding {
  return {
    ...{ work, ours: `${mb.toFixed(1)} MB`, yardstick: "120 MB", ratio: mb / 120 },
    ...{ target: "≤ 120 MB", isMet: mb <= 120, notes: [] },
  };
}

type Asked = readonly [name: string, asked: object];

/** Doings of a person, and the questions of the page for each. `round` makes them a little different. */
function interactions(project: string): Record<string, (round: number) => readonly Asked[]> {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString();
  const file = (n: number) => `${project}/packages/part-${n % 40}/src/area-${n % 700}/file-${n}.ts`;
  const both = (asked: object): readonly Asked[] => [
    ["happenings", { limit: 60, ...asked }],
    ["density", { buckets: 160, ...asked }],
  ];
  return {
    "the list and the activity of everything": () => both({}),
    "the same of one project": () => both({ project }),
    "zoom to a week": (n) => both({ project, since: day(3 + n), until: day(10 + n) }),
    "only what agents did": () => both({ project, authors: ["$all-agent"] }),
    "only one directory": (n) => both({ project, include: [`packages/part-${n + 1}/**`] }),
    "a word in a path": (n) => both({ project, text: `file-${n + 11}.ts` }),
    "a word that is nowhere": () => both({ project, text: "no such word" }),
    "only checkpoints": () => both({ project, kinds: ["checkpoint"] }),
    "the tree at an instant": (n) => [["tree", { project, at: day(12 + n) }]],
    "a directory at an instant": (n) => [
      ["tree", { project, at: day(12 + n), path: `${project}/packages/part-${n + 1}/src` }],
    ],
    "versions of a file": (n) => [["versions", { project, path: file(n + 1), limit: 200 }]],
    "what was deleted": () => [["deleted", { project }]],
    "whether it is recorded": () => [["status", {}]],
  };
}

function judge(ms: number, most: number): Omit<Finding, "work" | "ours"> {
  return {
    ...{ yardstick: renderMs(most), ratio: ms / most },
    ...{ target: `≤ ${renderMs(most)}`, isMet: ms <= most, notes: [] },
  };
}
