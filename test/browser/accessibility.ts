import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules that a page breaks, each with the first element that breaks it. */
export function violations(page: Page): Promise<string[]> {
  return broken(page, "document", "");
}

/**
 * The rule that knows of a theme, where all others were tried already. Below an open dialog there is a screen
 * that was tried by itself: only the dialog is looked at.
 */
export function contrastViolations(page: Page): Promise<string[]> {
  const shown = "document.querySelector('dialog[open]') ?? document";
  return broken(page, shown, ", runOnly: ['color-contrast']");
}

async function broken(page: Page, where: string, options: string): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>(
    `axe.run(${where}, { preload: false, resultTypes: ['violations']${options} }).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
