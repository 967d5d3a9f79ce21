import type { Finding, NamedFinding } from "./row.ts";

/** Renders one row's finding, with the command that measures it again. */
export function renderFinding(name: string, finding: Finding): string {
  const { work, ours, yardstick, ratio, target, notes } = finding;
  return [
    "",
    work,
    `         unf        ${ours}`,
    `         yardstick  ${yardstick}`,
    `         ratio      ${renderRatio(ratio)}`,
    `         target     ${target}: ${renderVerdict(finding)}`,
    ...notes.map((note) => `         note       ${note}`),
    `         again      npm run bench -- ${name}`,
  ].join("\n");
}

/** All findings, one line each. */
export function renderSummary(found: readonly NamedFinding[]): string {
  const lines = found.map(({ name, finding }) =>
    [
      name.padEnd(12),
      renderRatio(finding.ratio).padStart(8),
      finding.target.padStart(22),
      renderVerdict(finding).padEnd(6),
      ` ${finding.work}`,
    ].join("  "),
  );
  return ["", ...lines].join("\n");
}

/** `2.04 ×`. */
export function renderRatio(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

/** One word; `–` where no target was set. */
export function renderVerdict({ isMet }: Finding): string {
  if (isMet === undefined) return "–";
  return isMet ? "met" : "MISSED";
}
