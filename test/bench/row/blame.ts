import { spawnSync } from "node:child_process";
import process from "node:process";
import { testEnvironment } from "../../kit/index.ts";
import { judgeRatio, type RunRow } from "../row.ts";
import { randomBelow } from "../source-tree.ts";
import { clock, interleave, median, renderTimes } from "../statistics.ts";
import { type ToldVersion, tellHistory } from "../told-history.ts";

/** `unf blame` of a long file with a long history against `git blame` of the same. */
export const runBlame: RunRow = async (bench) => {
  const lines = bench.size(5000, 500);
  const versions = bench.size(1000, 50);
  bench.doing(`writing ${versions} versions of ${lines} lines`);
  const { home, git } = tellHistory(bench, growFile(lines, versions));
  const env = testEnvironment(home);
  const ours = () =>
    clock(() => {
      const args = [bench.bundle.launcher, "blame", "file.ts"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: home.project,
        env,
        encoding: "utf8",
        maxBuffer: 2 ** 26,
      });
      const count = stdout.split("\n").length - 1;
      if (status !== 0 || count !== lines)
        throw new Error(`exit ${status}, ${count} lines: ${stderr}`);
    });
  const times = await interleave(bench.size(7, 3), ours, () =>
    clock(() => git("blame", "HEAD", "--", "file.ts")),
  );
  const ratio = median(times.ours) / median(times.yardstick);
  return [
    {
      work: `blame of ${lines.toLocaleString("en")} lines with ${versions.toLocaleString("en")} versions, whole program`,
      ours: renderTimes(times.ours),
      yardstick: `git blame of the same: ${renderTimes(times.yardstick)}`,
      ratio,
      ...judgeRatio(ratio, 6),
      notes: [],
    },
  ];
};

/** Each version writes a few lines anew; no line is like another. */
function* growFile(lines: number, versions: number): Generator<ToldVersion> {
  const below = randomBelow(11);
  const texts = Array.from(
    { length: lines },
    (_, n) => `  const value${n} = compute(${n}, "first");\n`,
  );
  for (let version = 0; version < versions; version += 1) {
    for (let edit = 0; edit < 5; edit += 1) {
      const at = below(lines);
      texts[at] = `  const value${at} = compute(${version}, ${edit});\n`;
    }
    yield { path: "file.ts", content: Buffer.from(texts.join("")) };
  }
}
