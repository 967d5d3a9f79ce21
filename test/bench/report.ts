import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderRatio, renderVerdict } from "./render.ts";
import { isMissed, type NamedFinding } from "./row.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The page that holds the last full table. */
export const performancePage = `${repository}docs/performance.md`;

const begin = "<!-- the table: npm run bench -- --report -->";
const end = "<!-- end of the table -->";

/** Puts the findings of a run into the page, in place of those of the run before. */
export function writeReport(
  machine: readonly string[],
  names: readonly string[],
  found: readonly NamedFinding[],
): void {
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--abbrev=12"], {
    cwd: repository,
    encoding: "utf8",
  }).trim();
  const page = readFileSync(performancePage, "utf8");
  const run = [...machine, `commit   ${commit}`, commandLine(names)];
  writeFileSync(performancePage, replaceTable(page, renderReport(run, found)));
}

function commandLine(names: readonly string[]): string {
  return ["command  npm run bench -- --report", ...names].join(" ");
}

/** The page with another table. */
export function replaceTable(page: string, table: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md lacks "${begin}"`);
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

/** Facts of the run, and one line of a Markdown table for each finding. */
export function renderReport(facts: readonly string[], found: readonly NamedFinding[]): string {
  const missed = found.filter(isMissed).length;
  const judged = found.filter(({ finding }) => finding.isMet !== undefined).length;
  return [
    "```",
    ...facts,
    "```",
    "",
    `${judged - missed} of ${judged} targets were met.`,
    "",
    "| row | work | unf | yardstick | ratio | target | |",
    "|---|---|---|---|---|---|---|",
    ...found.map(renderLine),
  ].join("\n");
}

function renderLine({ name, finding }: NamedFinding): string {
  const { work, ours, yardstick, ratio, target, notes } = finding;
  const cells = [
    `\`${name}\``,
    work,
    [ours, ...notes].join("; "),
    yardstick,
    renderRatio(ratio),
    target,
    renderVerdict(finding),
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
