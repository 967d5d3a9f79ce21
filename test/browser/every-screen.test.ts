import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { until } from "../kit/index.ts";
import { contrastViolations, violations } from "./accessibility.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { everyScreen, openScreen } from "./every-screen.ts";
import { type Answer, startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test("on no screen a rule of accessibility is broken, wide and on a phone, in both themes, and nothing is cut off", async () => {
  await using server = await startScripted(storyAnswers(), { isColoured: true });
  await using page = await openPage(browser, server.url);
  for (const [name, screen] of Object.entries(everyScreen)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await openScreen(page, server.url, screen);
    assert.deepEqual(await violations(page), [], name);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await contrastViolations(page), [], `${name}, dark`);
    await page.setViewportSize({ width: 375, height: 700 });
    const isNarrow = () =>
      page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth");
    await until(`${name} has room on a phone`, isNarrow);
    assert.deepEqual(await violations(page), [], `${name}, on a phone, dark`);
    await page.emulateMedia({ colorScheme: "light" });
    assert.deepEqual(await contrastViolations(page), [], `${name}, on a phone`);
  }
});

const evil =
  '<img src=x onerror="hit=1"><script>hit=1</script>"\'`{{1}}#{1}\u202egpj.exe\u2066\u200b';
const evilRoot = `/tmp/${evil}`;
/** Fields that hold what files, agents and people have written. */
const written = new Set(
  "path title text message fix reason key turn_label label why cause key name root".split(" "),
);

/** The answer with all that others wrote made hostile; paths stay what the story looks for, in front. */
function poison(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => poison(one, field));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poison(one, key)]));
  }
  if (value === "/home/ana/shop") return evilRoot;
  return typeof value === "string" && written.has(field) ? `${value}${evil}` : value;
}

test("on no screen what others wrote runs, breaks out or deceives", async () => {
  const poisoned = Object.entries(storyAnswers()).map(([name, answer]): [string, Answer] => [
    name,
    (asked) => poison(answer(asked)),
  ]);
  const answers = Object.fromEntries(poisoned);
  const diff = storyAnswers().diff ?? (() => undefined);
  answers.diff = (asked) => poison(diff({ ...asked, from: undefined }));
  await using server = await startScripted(answers, { isColoured: true });
  await using page = await openPage(browser, server.url);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => errors.push(dialog.message()));
  for (const [name, screen] of Object.entries(everyScreen)) {
    const search = screen.search.replaceAll("/home/ana/shop", encodeURIComponent(evilRoot));
    const act = name === "plan" ? openPlan : screen.act;
    await openScreen(page, server.url, {
      ...screen,
      search,
      ...(act === undefined ? {} : { act }),
    });
    const seen = await page.evaluate<string>(allText);
    assert.match(seen, /\\u202egpj\.exe\\u2066\\u200b/, `${name} shows it spelled out`);
    assert.doesNotMatch(seen, /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u, name);
    assert.equal(await page.evaluate("typeof hit"), "undefined", name);
    const scripts = await page.locator("img, iframe, object, script:not([src])").count();
    assert.equal(scripts, 0, name);
  }
  assert.deepEqual(errors, []);
});

const openPlan: Screen["act"] = async (page) => {
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Lines of/ })
    .first()
    .click();
};
type Screen = (typeof everyScreen)[string];

/** Text and every attribute that is shown or read to somebody, with the title of the page. */
const allText = `[
  document.title,
  document.body.innerText,
  document.body.textContent,
  ...[...document.querySelectorAll("*")].flatMap((one) =>
    ["title", "aria-label", "aria-valuetext", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? "")),
  ...[...document.querySelectorAll("option")].map((one) => one.label),
].join("\\n")`;
