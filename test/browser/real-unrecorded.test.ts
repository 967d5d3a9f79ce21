import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import type { WallMs } from "@unf/core/base";
import type { Browser, Page } from "playwright-core";
import { openPastWorld, type PastWorld } from "../conformance/past-world.ts";
import { agentAbove } from "../e2e/agent-above.ts";
import { startAsPerson } from "../e2e/person.ts";
import { runUnf, until } from "../kit/index.ts";
import { fillDisk, whyNoMounts } from "../kit/own-mounts.ts";
import { launchBrowser, openPage } from "./browser.ts";

let browser: Browser;
let world: PastWorld;
before(async () => {
  browser = await launchBrowser();
  world = openWorld();
});
after(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

const many = Array.from({ length: 130 }, (_, n) => `many/${String(n).padStart(3, "0")}.txt`);

/** Edits of a file that came, changed and was deleted beside another, after many at once, with no daemon in the world. */
function openWorld(): PastWorld {
  const at = (hoursAgo: number) => (Date.now() - hoursAgo * 3_600_000) as WallMs;
  const acts = [
    { at: at(30), path: "first.txt", text: "first\n" },
    ...many.map((path) => ({ at: at(20), path, text: `${path}\n` })),
    { at: at(9), path: "src/a.txt", text: "one\ntwo\n" },
    { at: at(6), path: "src/a.txt", text: "one\nneedle\n" },
    { at: at(5), path: "old.txt", text: "old\n" },
    { at: at(3), path: "old.txt", text: undefined },
  ];
  return openPastWorld(acts, (words, home) => runUnf(words, { home }));
}

async function startUi(via: readonly string[]) {
  const run = await startAsPerson(world.home, ["ui", "--no-open"], { via });
  const url = await until("it serves", () => /http:\S+/.exec(run.said())?.[0]);
  return { url, pid: run.pid };
}

async function openUi(via: readonly string[]) {
  const { url } = await startUi(via);
  return openPage(browser, url);
}

/** The words before a program's own that give it a small disk in place of each directory, with what is in it. */
function onSmallDisks(first: string, second: string): readonly string[] {
  const lay = `for one in "$1" "$2"; do
    cp -a "$one" "$one.copy" && mount -t tmpfs -o size=8m,mode=700 tmpfs "$one" &&
    cp -a "$one.copy/." "$one" && rm -r "$one.copy" || exit 1
  done; cd "$1"; shift 2; exec "$@"`;
  return ["unshare", "-Urm", "sh", "-c", lay, "sh", first, second];
}

/** Every screen in turn, each with something of it that only a history has. */
const screens: readonly (readonly [name: string, go: (page: Page) => Promise<void>])[] = [
  ["list", (page) => page.locator("[data-entry]", { hasText: "old.txt" }).first().waitFor()],
  [
    "changes",
    async (page) => {
      await page.locator("[data-entry]", { hasText: "a.txt" }).first().click();
      await page.locator(".line.came", { hasText: "needle" }).waitFor();
    },
  ],
  [
    "file",
    async (page) => {
      await page.getByRole("button", { name: "Versions of src/a.txt" }).click();
      await page.getByText("2 of 2").waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.getByText("1 of 2").waitFor();
      await page.getByRole("button", { name: "Text and authors" }).click();
      await page.locator(".line .text", { hasText: "two" }).waitFor();
    },
  ],
  [
    "tree",
    async (page) => {
      await page.keyboard.press("2");
      await page.getByRole("button", { name: "‹ Earlier" }).click();
      await page.locator("li.gone", { hasText: "old.txt" }).waitFor();
    },
  ],
  [
    "deleted",
    async (page) => {
      await page.keyboard.press("3");
      await page.locator("main li", { hasText: "old.txt" }).waitFor();
    },
  ],
  [
    "search",
    async (page) => {
      await page.keyboard.press("4");
      await page.getByLabel("Text to look for").fill("needle");
      await page.keyboard.press("Enter");
      await page.getByText("src/a.txt:2").waitFor();
    },
  ],
  [
    "safe",
    async (page) => {
      await page.getByRole("button", { name: "Is it safe?" }).click();
      await page.getByRole("heading", { name: "✕ Not recording" }).waitFor();
      await page.getByText("of history").waitFor();
    },
  ],
];

// The first: a page that others have opened already would be joined, and has no small disks.
test("on a full disk a plan changes nothing and says why, be it the project's or the history's, and goes on once there is room", {
  skip: whyNoMounts(),
}, async () => {
  const { project, unfHome } = world.home;
  const { url, pid } = await startUi(onSmallDisks(project, unfHome));
  const [files, history] = [`/proc/${pid}/root${project}`, `/proc/${pid}/root${unfHome}`];
  const stood = readdirSync(files, { recursive: true });
  await using page = await openPage(browser, url);
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "Bring back old.txt" }).click();
  const carryOut = () => page.getByRole("button", { name: "Do it" }).click();
  for (const [disk, why] of [
    [files, /nothing was changed/],
    [history, /is full/],
  ] as const) {
    const filler = fillDisk(disk);
    await carryOut();
    await page.getByRole("dialog").getByRole("alert").getByText(why).waitFor();
    rmSync(filler);
    assert.deepEqual(readdirSync(files, { recursive: true }), stood);
    await page.getByRole("button", { name: "Look again" }).click();
  }
  await carryOut();
  await page.getByText("1 file put back").waitFor();
  assert.equal(readFileSync(join(files, "old.txt"), "utf8"), "old\n");
  process.kill(pid);
});

test("below an agent a page shows everything, offers nothing that writes, and each request that writes is refused", {
  skip: process.platform === "win32" ? "processes above are not seen" : false,
}, async () => {
  await using page = await openUi(agentAbove(world.home));
  await page.getByText(/Read-only: .*agent/).waitFor();
  for (const [name, go] of screens) {
    await go(page);
    const offered = page.getByRole("button", { name: /take back|bring|do it|undo|redo|restore/i });
    assert.deepEqual(await offered.allTextContents(), [], name);
  }
  await page.keyboard.press("1");
  await page.locator("[data-entry]").first().focus();
  for (const key of ["t", "u", "o", "c", "r", "R", "d"]) await page.keyboard.press(key);
  assert.equal(await page.getByRole("dialog").count(), 0);
  const project = JSON.stringify(world.home.project);
  const statuses = await page.evaluate<string[]>(`Promise.all(
    ["plan/restore", "plan/oops", "plan/undo", "plan/redo", "plan/bring-back", "plan/checkpoint", "apply"].map(
      async (path) => {
        const headers = { "content-type": "application/json", "x-unf-ui": "1" };
        const body = JSON.stringify(path === "apply" ? { plan: "x" } : { project: ${project} });
        const { status } = await fetch("/api/" + path, { method: "POST", headers, body });
        return path + " " + status;
      }))`);
  assert.equal(statuses.length, 7);
  for (const status of statuses) assert.match(status, / 403$/);
});

test("without a daemon all of a history is read, a red bar says so on every screen, what was deleted comes back, and a happening of many files is whole", async () => {
  await using page = await openUi([]);
  for (const [name, go] of screens) {
    await go(page);
    const bar = page.getByRole("alert").getByText("Not recording.");
    await bar.waitFor();
    const red = "getComputedStyle(document.querySelector('.bar.danger')).backgroundColor";
    assert.equal(await page.evaluate(red), "rgb(179, 32, 44)", name);
  }
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "Bring back old.txt" }).click();
  await page.getByRole("button", { name: "Do it" }).click();
  await page.getByText("1 file put back").waitFor();
  assert.equal(readFileSync(join(world.home.project, "old.txt"), "utf8"), "old\n");
  await page.keyboard.press("u");
  await page.getByText("Undone: ").waitFor();
  assert.equal(existsSync(join(world.home.project, "old.txt")), false);
  await page.keyboard.press("1");
  await reachAll(page);
});

/** All files of a happening are within reach, however many they are, and it is taken back with those alone. */
async function reachAll(page: Page): Promise<void> {
  const entry = page.locator("[data-entry]", { hasText: "130 files" });
  await entry.focus();
  await page.keyboard.press("ArrowRight");
  const rest = page.getByRole("button", { name: "Show 80 more files" });
  await page.mouse.move(100, 500);
  await until("the end of those that are listed", async () => {
    await page.mouse.wheel(0, 400);
    return rest.isVisible();
  });
  await rest.click();
  await page.mouse.wheel(0, -10_000);
  const seen = new Set<string>();
  let looks = 0;
  await until("all of them are listed", async () => {
    // Rows that were passed before they were drawn are come to once more.
    looks += 1;
    await page.mouse.wheel(0, looks % 30 === 0 ? -10_000 : 400);
    for (const path of await page.evaluate<string[]>(titles)) seen.add(path);
    return seen.size === 130;
  });
  await page.mouse.wheel(0, -10_000);
  await entry.click();
  const shown = page.getByRole("article");
  for (const left of [90, 50, 10]) {
    const more = page.getByRole("button", { name: `Show ${left} more files` });
    await more.waitFor();
    await until("those before it are compared", async () => (await shown.count()) === 130 - left);
    await more.click();
  }
  await until("all of them are compared", async () => (await shown.count()) === 130);
  await page.getByRole("button", { name: "Take back", exact: true }).click();
  await page.getByRole("dialog").getByText("130 files would change.").waitFor();
  const { project } = world.home;
  const others = () =>
    readdirSync(project, { recursive: true }).filter((path) => !/^many/.test(`${path}`));
  const stood = others();
  await page.getByRole("button", { name: "Do it" }).click();
  await page.getByText("130 files put back").waitFor();
  assert.equal(existsSync(join(project, "many")), false);
  assert.deepEqual(others(), stood, "nothing of what came since goes along");
}

const titles = "[...document.querySelectorAll('button.file')].map((button) => button.title)";
