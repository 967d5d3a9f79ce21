import type { Page } from "playwright-core";

/** A screen of the page, told by the story. */
interface Screen {
  readonly search: string;
  /** Its place in the page that is there when the screen is whole. */
  readonly whole: string;
  readonly act?: (page: Page) => Promise<void>;
}

const shop = "project=/home/ana/shop";
const file = `?${shop}&screen=file&path=src/cart/total.ts`;
/** Every screen by name, with what is open on it. */
export const everyScreen: Readonly<Record<string, Screen>> = {
  list: { search: "", whole: "[data-entry]" },
  now: { search: "?open=h9", whole: "mark" },
  plan: {
    search: "?open=h9",
    whole: "mark",
    act: async (page) => {
      await page.getByRole("button", { name: "Take back", exact: true }).click();
      await page.getByRole("button", { name: "Lines of src/cart/total.ts" }).click();
      await page.locator("dialog .came").first().waitFor();
    },
  },
  filter: {
    search:
      "?kinds=turn&include=src/**&since=2026-11-27T14:30:00.000Z&until=2026-11-27T16:02:00.000Z",
    whole: "[data-entry]",
    act: async (page) => {
      await page.locator("#filter").pressSequentially("src");
      await page.getByRole("option").first().waitFor();
    },
  },
  file: { search: `${file}&against=v12`, whole: "mark" },
  text: { search: `${file}&version=v80&against=text`, whole: ".line .by" },
  tree: { search: `?${shop}&screen=tree&at=2026-11-27T15:00:00.000Z`, whole: "main li" },
  deleted: { search: `?${shop}&screen=deleted`, whole: "main li" },
  search: { search: `?${shop}&screen=search&find=legacyTotal`, whole: "main li" },
  safe: { search: `?${shop}&screen=safe`, whole: "main .verdict" },
  keys: {
    search: `?${shop}`,
    whole: "[data-entry]",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.locator("#keys-title").waitFor();
    },
  },
  checkpoint: {
    search: `?${shop}`,
    whole: "[data-entry]",
    act: async (page) => {
      await page.keyboard.press("c");
      await page.locator("#checkpoint-title").waitFor();
    },
  },
  /** Leaves its bar on the page, so that it is the last. */
  done: {
    search: `?${shop}&open=h9`,
    whole: "mark",
    act: async (page) => {
      await page.getByRole("button", { name: "Take back", exact: true }).click();
      await page.getByRole("button", { name: "Do it" }).click();
      await page.getByText("put back").waitFor();
    },
  },
};

/**
 * Opens it in a page that stands on the server already, as a link within the page does: to load the page anew
 * for each screen takes longer than all else. Waits until it is whole.
 */
export async function openScreen(page: Page, url: string, { search, whole, act }: Screen) {
  await page.evaluate(`
    document.querySelector("dialog[open]")?.close();
    history.pushState(null, "", ${JSON.stringify(url + search)});
    dispatchEvent(new PopStateEvent("popstate"));`);
  await page.locator(whole).first().waitFor();
  await act?.(page);
}
