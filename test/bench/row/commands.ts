import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { type TempHome, testEnvironment } from "../../kit/index.ts";
import { openLongHistory } from "../long-history.ts";
import { startRecorder } from "../recorder.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { clock, median, renderMs, renderTimes } from "../statistics.ts";

/** One command line, where it runs, and how much longer than an empty program it may take. Unit: ms. */
interface Case {
  readonly words: readonly string[];
  readonly where: string;
  readonly home: TempHome;
  readonly beyond: number;
}

/**
 * A command's own cost: whole programs as a person starts them, beside an empty program, in turns. What
 * each compiled before is kept, as from the second call on.
 */
export const runCommands: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  const rows = `${history.rows.toLocaleString("en")} rows`;
  await using recorder = await startRecorder(bench);
  const files = bench.size(2000, 200);
  writeTree(recorder.home.project, files);
  await recorder.watch(recorder.home.project);
  await recorder.flush(recorder.home.project);
  const { sinceAll, file } = await changeOne(recorder);
  const asked = (words: string, beyond: number): Case => ({
    words: words.split(" "),
    where: rows,
    home: history.home,
    beyond,
  });
  const live = (words: string, beyond: number): Case => ({
    words: words.split(" "),
    where: `${files.toLocaleString("en")} files, recorded`,
    home: recorder.home,
    beyond,
  });
  const cases = [
    asked("--version", 8),
    asked("log -n 20", 25),
    asked("status", 25),
    asked("turns", 25),
    asked("du", 25),
    live(`cat ${file}`, 25),
    live("status", 25),
    live("list", 15),
    live("config get secrets.hash_only", 15),
    live("flush", 15),
    live("prompt", 10),
    live("complete -- restore --", 30),
    live("complete -- restore --at cp:", 40),
    live(`diff ${file}`, 30),
    live(`diff --at ${sinceAll}`, 50),
    live(`restore --at ${sinceAll} --dry-run`, 60),
  ];
  const findings = await measure(bench, cases);
  return [...findings, ...(await measureOldNode(bench, recorder.home))];
};

function writeTree(project: string, files: number): void {
  for (let index = 0; index < files; index += 1) {
    const folder = join(project, `src/area-${index % 40}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${index}.ts`), `export const value = ${index};\n`.repeat(30));
  }
}

/** Changes one file; gives it, and the version before, at which all files stand. */
async function changeOne({ home, unf, flush }: Awaited<ReturnType<typeof startRecorder>>) {
  const { stdout } = await unf("log", "-n", "1");
  const [, , before] = stdout.split("\t");
  if (before === undefined) throw new Error(`nothing is recorded: ${stdout}`);
  const file = "src/area-1/file-1.ts";
  writeFileSync(join(home.project, file), "export const value = -1;\n".repeat(30));
  await flush(home.project);
  return { sinceAll: before, file };
}

async function measure(bench: Bench, cases: readonly Case[]): Promise<Finding[]> {
  const empty = writeEmpty(bench);
  const all = [empty, ...cases.map((one) => [bench.bundle.launcher, ...one.words])];
  const homes = [cases[0]?.home, ...cases.map(({ home }) => home)];
  const times: number[][] = all.map(() => []);
  for (let round = -2; round < bench.size(41, 3); round += 1) {
    for (const [index, argv] of all.entries()) {
      const home = homes[index];
      if (home === undefined) continue;
      const ms = await clock(() => start(process.execPath, argv, home));
      // The first two have code compiled and kept.
      if (round >= 0) times[index]?.push(ms);
    }
  }
  const [yardstick = [], ...ours] = times;
  return cases.map(({ words, where, beyond }, index): Finding => {
    const own = ours[index] ?? [];
    const more = median(own) - median(yardstick);
    return {
      work: `unf ${words.join(" ")}, ${where}`,
      ours: renderTimes(own),
      yardstick: `an empty program: ${renderTimes(yardstick)}`,
      ratio: median(own) / median(yardstick),
      target: `≤ empty + ${beyond} ms`,
      isMet: more <= beyond,
      notes: [`${renderMs(more)} more than the empty program`],
    };
  });
}

/** Where `node` on the path is too old, and hands over to the one that npm installed. */
async function measureOldNode(bench: Bench, home: TempHome): Promise<Finding[]> {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.includes("node_modules"))
    .join(delimiter);
  const asked = spawnSync("node", ["-p", "process.execPath + ' ' + process.versions.node"], {
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  const [old = "", version = ""] = (asked.stdout ?? "").trim().split(" ");
  if (!/^(1\d|20|21)\./.test(version)) return [];
  const [empty = ""] = writeEmpty(bench);
  const log = [bench.bundle.launcher, "log", "-n", "20"];
  const times = { own: [] as number[], empty: [] as number[], new: [] as number[] };
  for (let round = -1; round < bench.size(41, 3); round += 1) {
    const own = await clock(() => start(old, log, home));
    const ofEmpty = await clock(() => start(old, [empty], home));
    const ofNew = await clock(() => start(process.execPath, log, home));
    if (round < 0) continue;
    times.own.push(own);
    times.empty.push(ofEmpty);
    times.new.push(ofNew);
  }
  const more = median(times.own) - median(times.new);
  return [
    {
      work: `unf log -n 20 by Node ${version} on the path, which starts the newer one`,
      ours: renderTimes(times.own),
      yardstick: `the same by the newer one: ${renderTimes(times.new)}`,
      ratio: median(times.own) / median(times.new),
      target: `≤ one more empty start of Node ${version}`,
      isMet: more <= median(times.empty),
      notes: [`${renderMs(more)} more; an empty start takes ${renderTimes(times.empty)}`],
    },
  ];
}

function writeEmpty(bench: Bench): [string] {
  const file = join(bench.scratch("empty"), "empty.cjs");
  writeFileSync(file, "");
  return [file];
}

/** 1 is the answer that there is a difference. */
const answers = [0, 1];

function start(node: string, argv: readonly string[], home: TempHome): void {
  const { status, stderr } = spawnSync(node, argv, {
    cwd: home.project,
    env: { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined },
    encoding: "utf8",
  });
  if (status === null || !answers.includes(status))
    throw new Error(`${argv.join(" ")}: exit ${status}: ${stderr}`);
}
