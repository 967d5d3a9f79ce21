import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { violations } from "./accessibility.ts";
import { launchBrowser, openPage } from "./browser.ts";
import { Refusal, startScripted } from "./scripted-server.ts";
import { storyAnswers } from "./story.ts";

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test("a take back shows what would be done, conflicts first, and does that very plan", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 files would change.").waitFor();
  assert.deepEqual(
    (await dialog.locator("h3").allTextContents()).map((text) => text.trim()),
    ["Stay as they are 1", "Go, because they were not there then 1", "Put back 1"],
  );
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  assert.ok(!server.heard.some(({ name }) => name === "apply"), "Cancel is what Enter presses");
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await dialog.getByRole("button", { name: "Do it" }).click();
  await page.getByText("2 files put back").waitFor();
  assert.deepEqual(
    server.heard.filter(({ name }) => name === "apply").map(({ asked }) => asked),
    [{ plan: "pl-1" }],
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: ").waitFor();
  const undo = server.heard.find(({ name }) => name === "plan/undo");
  assert.deepEqual(undo?.asked, { project: "/home/ana/shop", operation: "op-9" });
});

test("a plan of a disk that changed since is made anew, and nothing is done before", async () => {
  await using server = await startScripted({
    ...storyAnswers(),
    apply: () => {
      throw new Refusal(409, "plan_stale", "the disk changed");
    },
  });
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back file src/cart/total.ts" }).click();
  await page.getByRole("button", { name: "Do it" }).click();
  await page.getByText("nothing was done").waitFor();
  assert.equal(await page.getByRole("button", { name: "Do it" }).count(), 0);
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByRole("button", { name: "Do it" }).waitFor();
  const total = "/home/ana/shop/src/cart/total.ts";
  const plans = server.heard.filter(({ name }) => name === "plan/oops");
  assert.deepEqual(
    plans.map(({ asked }) => asked),
    [
      { project: "/home/ana/shop", turn: "t9", paths: [total] },
      { project: "/home/ana/shop", turn: "t9", paths: [total] },
    ],
  );
});

test("a checkpoint is set by a name, says why when it cannot, and is gone back to", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, `${server.url}?project=/home/ana/shop&open=h7`);
  await page.getByRole("button", { name: "Go back to it" }).click();
  await page.getByRole("heading", { name: "Go back to before the rewrite" }).waitFor();
  await page.keyboard.press("Escape");
  const orders = () => server.heard.filter(({ name }) => /^(plan|apply)/.test(name));
  const project = "/home/ana/shop";
  const back = { project, checkpoint: "h7", deletions: "remove" };
  assert.deepEqual(orders(), [{ name: "plan/restore", asked: back }]);
  const set = server.answers["plan/checkpoint"];
  assert.ok(set);
  server.answers["plan/checkpoint"] = () => {
    throw new Refusal(409, "exists", "this name is taken");
  };
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Name" }).fill("before lunch");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("this name is taken").waitFor();
  assert.deepEqual(await violations(page), []);
  server.answers["plan/checkpoint"] = set;
  await page.getByRole("button", { name: "Set it" }).click();
  await page.getByText("Checkpoint set").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(orders().slice(-2), [
    { name: "plan/checkpoint", asked: { project, label: "before lunch" } },
    { name: "apply", asked: { plan: "pl-4" } },
  ]);
});

test("a plan says of each file how many lines come and go, which they are, and why one stays", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const lines = (path: string) => dialog.getByRole("button", { name: `Lines of ${path}` });
  await lines("src/cart/total.ts").getByText("+1 −2").waitFor();
  await lines("src/cart/total.test.ts").getByText("+0 −3").waitFor();
  await lines("docs/cart.md").getByText("the same lines were changed since").waitFor();
  assert.ok(
    !server.heard.some(({ asked }) => String(asked.paths).endsWith("docs/cart.md")),
    "what stays is compared only when it is asked for",
  );
  await lines("src/cart/total.ts").click();
  await dialog.locator(".went", { hasText: "if (cart === undefined)" }).waitFor();
  await dialog.locator(".came", { hasText: "total(cart: Cart): number" }).waitFor();
  await lines("src/cart/total.test.ts").click();
  await dialog.locator(".went", { hasText: "an empty cart" }).waitFor();
  const compared = server.heard.filter(({ name, asked }) => name === "diff" && "from" in asked);
  const paths = ["/home/ana/shop/src/cart/total.ts"];
  assert.deepEqual(
    compared.map(({ asked }) => asked),
    [{ project: "/home/ana/shop", from: "v89", paths, context: 3 }],
  );
});

test("a part is taken back by the parts of the plan that are its own, and its plan shows their lines alone", async () => {
  await using server = await startScripted(storyAnswers());
  await using page = await openPage(browser, server.url);
  await page.getByRole("button", { name: "Take back part 1 of src/cart/total.ts" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Lines of src/cart/total.ts" }).click();
  await dialog.locator(".went", { hasText: "if (cart === undefined)" }).waitFor();
  assert.ok(!server.heard.some(({ name, asked }) => name === "diff" && "from" in asked));
  const asked = server.heard.filter(({ name }) => name === "plan/restore").at(-1)?.asked;
  assert.deepEqual(asked?.hunks, [1]);
});
