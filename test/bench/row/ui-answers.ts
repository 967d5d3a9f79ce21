import { setTimeout as pause } from "node:timers/promises";
import { launchBrowser, openPage } from "../../browser/browser.ts";
import { type LongHistory, openLongHistory } from "../long-history.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
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
    const rounds = bench.size(9, 2);
    let before = 0;
    for (let round = -1; round < rounds; round += 1) {
      if (round === 0) before = ui.cpuMs();
      const ms = await clock(async () => {
        await Promise.all(questions(round).map(([name, asked]) => ui.ask(name, asked)));
      });
      if (round >= 0) times.push(ms);
    }
    findings.push({
      ...judge(median(times), 100),
      work: `unf ui: ${doing}, ${rows}`,
      ours: `${renderTimes(times)}; 9 of 10 within ${renderMs(quantile(times, 0.9))}; processor time ${renderMs((ui.cpuMs() - before) / rounds)}`,
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
    ...(await runInBrowser(bench, history)),
    weigh(`unf ui: memory of the server at its most during all of these, ${rows}`, most),
    weigh("unf ui: memory of the server when it rests behind them", ui.memoryMb("now")),
  ];
};

/** The page in a real browser, from a server that was just started: what a person sees, and when. */
async function runInBrowser(bench: Bench, { home, rows }: LongHistory): Promise<Finding[]> {
  const browser = await launchBrowser();
  const painted: number[] = [];
  const listed: number[] = [];
  try {
    for (let round = -1; round < bench.size(5, 1); round += 1) {
      await using ui = await startUi(bench, home);
      await using page = await openPage(browser, "about:blank");
      const ms = await clock(async () => {
        await page.goto(ui.address);
        await page.locator("[data-entry]").first().waitFor();
      });
      if (round < 0) continue;
      listed.push(ms);
      painted.push(await page.evaluate(firstPaint));
    }
  } finally {
    await browser.close();
  }
  const where = `in Chromium, from a server that was just started, ${rows.toLocaleString("en")} rows`;
  return [
    {
      ...judge(median(painted), 1000),
      work: `unf ui: first paint ${where}`,
      ours: renderTimes(painted),
    },
    {
      ...judge(median(listed), 1000),
      work: `unf ui: the newest happenings are on the screen ${where}`,
      ours: renderTimes(listed),
    },
  ];
}

/** Runs in the page. Unit: ms since the address was opened. */
function firstPaint(): number {
  return performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
}

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
  const relative = (n: number) => `packages/part-${n % 40}/src/area-${n % 700}/file-${n}.ts`;
  const file = (n: number) => `${project}/${relative(n)}`;
  const both = (asked: object): readonly Asked[] => [
    ["happenings", { limit: 60, ...asked }],
    ["density", { buckets: 160, ...asked }],
  ];
  return {
    "the list and the activity of everything": () => both({}),
    "the same of one project": () => both({ project }),
    "zoom to a week": (n) => both({ project, since: day(3 + n), until: day(10 + n) }),
    "only what agents did": () => both({ project, authors: ["$all-agent"] }),
    "only what people did": () => both({ project, authors: ["human"] }),
    "what people and one agent did": () => both({ project, authors: ["human", "codex"] }),
    "only one directory": (n) => both({ project, include: [`packages/part-${n + 1}/**`] }),
    "a glob that means every file": () => both({ project, include: ["*.ts"] }),
    "a glob that means no file": () => both({ project, include: ["**/*.test.ts"] }),
    "a directory that is not there": () => both({ project, include: ["src/**"] }),
    "names that begin alike, anywhere": (n) => both({ project, include: [`**/file-${n + 1}*.ts`] }),
    "all but one file": (n) => both({ project, exclude: [relative(n + 1)] }),
    "one file alone": (n) => both({ project, include: [relative(n + 1)] }),
    "one directory, and only people": (n) =>
      both({ project, include: [`packages/part-${n + 1}/**`], authors: ["human"] }),
    "only turns of agents": () => both({ project, kinds: ["turn"] }),
    "a word in a path": (n) => both({ project, text: `file-${n + 11}.ts` }),
    "a word that every path has": () => both({ project, text: "file" }),
    "a word that is nowhere": () => both({ project, text: "no such word" }),
    "only checkpoints": () => both({ project, kinds: ["checkpoint"] }),
    "the tree at an instant": (n) => [["tree", { project, at: day(12 + n) }]],
    "a directory at an instant": (n) => [
      ["tree", { project, at: day(12 + n), path: `${project}/packages/part-${n + 1}/src` }],
    ],
    "a directory of directories at an instant": (n) => [
      ["tree", { project, at: day(12 + n), path: `${project}/packages` }],
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
