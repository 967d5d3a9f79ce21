import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Rules that a page breaks, each with the first element that breaks it. `rules`: only these are tried, where
 * the rest was already.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const only = rules === undefined ? "" : `, runOnly: ${JSON.stringify(rules)}`;
  const found = await page.evaluate<Violation[]>(
    `axe.run({ preload: false, resultTypes: ['violations']${only} }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
