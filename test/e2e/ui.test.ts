import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  makeScratchHome,
  runUnf,
  type TempHome,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../kit/index.ts";

/** `unf ui`, from when it has printed its address. */
async function serveHere(home: TempHome) {
  const [file, ...words] = [...wordsOf("unf"), "ui", "--no-open", "--port", "0"];
  const child = spawn(file, words, {
    cwd: home.project,
    env: testEnvironment(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  home.onDispose(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const address = await until("it serves", () => /http:\S+/.exec(said)?.[0], { limitMs: 60_000 });
  return { child, address, ended: once(child, "close"), said: () => said };
}

/** A browser that has opened the address. */
async function openBrowser(address: string) {
  const opened = await fetch(address, { redirect: "manual" });
  const cookie = String(opened.headers.get("set-cookie")).split(";")[0] ?? "";
  const at = (path: string) => new URL(path, address);
  return {
    ask: async (name: string, asked: object) => {
      const q = encodeURIComponent(JSON.stringify(asked));
      const response = await fetch(at(`/api/ask/${name}?q=${q}`), { headers: { cookie } });
      return response.json() as Promise<Record<string, never>>;
    },
    listen: () => {
      let heard = "";
      const request = get(at("/api/live"), { headers: { cookie } }, (response) => {
        response.setEncoding("utf8").on("data", (text: string) => {
          heard += text;
        });
        response.on("error", () => undefined);
      });
      request.on("error", () => undefined);
      return { heard: () => heard, close: () => request.destroy() };
    },
  };
}

test("a page hears of a file that is saved, and of the end of recording", {
  skip: process.platform === "win32" ? "there are no signals" : false,
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  assert.equal((await runUnf(["watch", "."], { home })).code, 0);
  const ui = await serveHere(home);
  const browser = await openBrowser(ui.address);
  const live = browser.listen();
  await until("it says that it records", () => /"recording":true/.test(live.heard()));
  writeFileSync(join(home.project, "saved.txt"), "one\n");
  await until("the page is told", () => /event: rows/.test(live.heard()), { limitMs: 30_000 });
  const told = () => live.heard().split("event: rows").length;
  // Asked as the page does: with every word of new rows.
  let asked = 0;
  await until(
    "the file is listed",
    async () => {
      if (told() === asked) return false;
      asked = told();
      const answer = await browser.ask("happenings", { project: home.project });
      return JSON.stringify(answer).includes("saved.txt");
    },
    { limitMs: 30_000 },
  );
  assert.equal((await runUnf(["stop"], { home })).code, 0);
  await until("it says that nobody records", () => /"recording":false/.test(live.heard()), {
    limitMs: 30_000,
  });
  assert.match(live.heard(), /"why":"the daemon is not running"/);
  live.close();
  ui.child.kill("SIGINT");
  await ui.ended;
  assert.doesNotMatch(ui.said(), /Error|warning/);
});
