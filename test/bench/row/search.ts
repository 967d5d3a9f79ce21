import { spawnSync } from "node:child_process";
import process from "node:process";
import { testEnvironment } from "../../kit/index.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { randomBelow } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";
import { type ToldVersion, tellHistory } from "../told-history.ts";

/** `unf search` through every version of many files against `git log -S` on the same history. */
export const runSearch: RunRow = async (bench) => {
  const versions = bench.size(100_000, 2000);
  const files = bench.size(2000, 100);
  bench.doing(`writing ${versions} versions of ${files} files`);
  const { home, git } = tellHistory(bench, growFiles(files, versions));
  const env = testEnvironment(home);
  const search = (...words: readonly string[]) =>
    clock(() => {
      const args = [bench.bundle.launcher, "search", "-n", "100000", ...words];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: home.project,
        env,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
      if (status !== 0 || stdout === "") throw new Error(`exit ${status}: ${stderr}`);
    });
  const byExpression: number[] = [];
  const times = await interleave(
    bench.size(3, 2),
    async () => {
      byExpression.push(await search("-E", "needle(One|Two)\\w+ ="));
      return search("needleOne");
    },
    () => clock(() => git("log", "-S", "needleOne", "--oneline")),
  );
  const ratio = median(times.ours) / median(times.yardstick);
  return [
    {
      work: `search through ${versions.toLocaleString("en")} versions of ${files.toLocaleString("en")} files, whole program`,
      ours: renderTimes(times.ours),
      yardstick: `git log -S of the same, packed: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 1),
      notes: [`with a regular expression: ${renderTimes(byExpression)}`],
    },
  ];
};

/** Files of a hundred lines, of which each version writes three anew; one in a thousand is what is searched for. */
function* growFiles(files: number, versions: number): Generator<ToldVersion> {
  const below = randomBelow(12);
  const texts = Array.from({ length: files }, (_, file) =>
    Array.from({ length: 100 }, (_, n) => `  const value${n} = compute(${file}, ${n});\n`),
  );
  for (let version = 0; version < versions; version += 1) {
    // Every file once, then at random.
    const file = version < files ? version : below(files);
    const lines = texts[file] ?? [];
    for (let edit = 0; edit < 3; edit += 1)
      lines[below(100)] = `  let edited = ${version} + ${edit};\n`;
    if (version % 1000 === 999) lines[below(100)] = `  let needleOne${version} = ${version};\n`;
    const path = `src/part-${file % 40}/file-${file}.ts`;
    yield { path, content: Buffer.from(lines.join("")) };
  }
}
