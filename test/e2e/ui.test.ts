import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import {
  makeScratchHome,
  onBundles,
  runUnf,
  type TempHome,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../kit/index.ts";
import { startClaude } from "./claude.ts";
import { tellStory } from "./story.ts";

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
  const address = await until("it serves", () => /http:\S+/.exec(said)?.[0]);
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
    post: async (path: string, body: object) => {
      const headers = { cookie, "x-unf-ui": "1", "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(at(path), request)).json() as Promise<Record<string, never>>;
    },
    /** `last`: the event after which the stream was cut off. */
    listen: (last?: string) => {
      let heard = "";
      const headers = { cookie, ...(last === undefined ? {} : { "last-event-id": last }) };
      const request = get(at("/api/live"), { headers }, (response) => {
        response.setEncoding("utf8").on("data", (text: string) => {
          heard += text;
        });
        response.on("error", () => undefined);
      });
      request.on("error", () => undefined);
      return {
        heard: () => heard,
        lastId: () => [...heard.matchAll(/^id: (.+)$/gm)].at(-1)?.[1],
        close: () => request.destroy(),
      };
    },
  };
}

/** A file whose name is not UTF-8 is found, and brought back, by the bytes that an answer has of it. */
async function takeBackByBytes(home: TempHome, browser: Awaited<ReturnType<typeof openBrowser>>) {
  // Elsewhere a system takes no such name.
  if (process.platform !== "linux") return;
  const file = Buffer.concat([Buffer.from(`${home.project}/caf`), Buffer.of(0xe9)]);
  for (const text of ["one\n", "two\n"]) {
    writeFileSync(file, text);
    assert.equal((await runUnf(["flush"], { home })).code, 0);
  }
  const { happenings } = await browser.ask("happenings", { project: home.project });
  const listed = JSON.stringify(happenings);
  const path = { root: home.project, path_b64: /"path_b64":"([^"]+)"/.exec(listed)?.[1] };
  const asked = { project: home.project, path };
  const { versions } = await browser.ask("versions", asked);
  const [newest, older] = versions as unknown as readonly { readonly id: string }[];
  assert.ok(newest !== undefined && older !== undefined, listed);
  const order = { project: home.project, paths: [path], version: older.id };
  const { plan } = await browser.post("/api/plan/restore", order);
  await browser.post("/api/apply", { plan });
  assert.equal(readFileSync(file, "utf8"), "one\n");
}

/** The first thing in an empty project is compared with nothing, and not taken back. */
async function compareBeginning(home: TempHome, browser: Awaited<ReturnType<typeof openBrowser>>) {
  const { project } = home;
  const answer = await browser.ask("happenings", { project });
  const [{ from, to }] = answer.happenings as unknown as readonly [Record<"from" | "to", string>];
  const before = new Date(Date.parse(from) - 1).toISOString();
  const compared = await browser.ask("diff", { project, from: before, to });
  const [file] = compared.files as unknown as readonly object[];
  assert.partialDeepStrictEqual(file, { path: "saved.txt", status: "create" });
  assert.partialDeepStrictEqual(compared.from, { recorded_since: from });
  const order = { project, at: before, deletions: "remove" };
  const refused = await browser.post("/api/plan/restore", order);
  assert.match(JSON.stringify(refused), /not_found.*what stood there then is not known/);
}

test("a page hears of a file that is saved, and of the end of recording", {
  skip: process.platform === "win32" ? "there are no signals" : false,
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  assert.equal((await runUnf(["watch", "."], { home })).code, 0);
  const ui = await serveHere(home);
  // Bun has no such options.
  if (process.platform === "linux" && onBundles.skip === false) {
    const words = readFileSync(`/proc/${ui.child.pid}/cmdline`, "utf8").split("\0");
    assert.ok(words.includes("--max-semi-space-size=1"), "it has begun anew with little memory");
  }
  const browser = await openBrowser(ui.address);
  const live = browser.listen();
  await until("it says that it records", () => /"recording":true/.test(live.heard()));
  writeFileSync(join(home.project, "saved.txt"), "one\n");
  await until("the page is told", () => /event: rows/.test(live.heard()));
  const told = () => live.heard().split("event: rows").length;
  // Asked as the page does: with every word of new rows.
  let asked = 0;
  await until("the file is listed", async () => {
    if (told() === asked) return false;
    asked = told();
    const answer = await browser.ask("happenings", { project: home.project });
    return JSON.stringify(answer).includes("saved.txt");
  });
  await compareBeginning(home, browser);
  await takeBackByBytes(home, browser);
  assert.equal((await runUnf(["stop"], { home })).code, 0);
  await until("it says that nobody records", () => /"recording":false/.test(live.heard()));
  assert.match(live.heard(), /"why":"the daemon is not running"/);
  const answer = await browser.ask("happenings", { project: home.project });
  assert.match(JSON.stringify(answer), /saved\.txt/, "the history is there without a daemon");
  assert.equal(answer.recording, false);

  const known = live.heard().length;
  assert.equal((await runUnf(["start"], { home })).code, 0);
  await until("it says that it records again", () =>
    /"recording":true/.test(live.heard().slice(known)),
  );
  await until("anything may have come meanwhile", () =>
    /"cursor":null/.test(live.heard().slice(known)),
  );
  live.close();
  ui.child.kill("SIGINT");
  await ui.ended;
  assert.doesNotMatch(ui.said(), /Error|warning/);
});

test("an agent's turn reaches the page, and so does what came while its stream was cut off", {
  skip: process.platform === "win32" ? "there are no signals" : false,
}, async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "one\n"));
  const ui = await serveHere(story.home);
  const browser = await openBrowser(ui.address);
  const [stays, goes] = [browser.listen(), browser.listen()];
  await until("both listen", () => [stays, goes].every(({ heard }) => /recording/.test(heard())));
  const claude = startClaude(story);
  await claude.prompt("Say it louder");
  await claude.edit("a.txt", () => writeFileSync(story.at("a.txt"), "ONE\n"));
  await claude.stop();
  await until("the page is told", () => /event: rows/.test(goes.heard()));
  const listed = async (wanted: (one: Happening) => boolean) => {
    const { happenings } = await browser.ask("happenings", { project: story.home.project });
    return (happenings as unknown as readonly Happening[]).some(wanted);
  };
  await until("the turn is listed", () =>
    listed(({ kind, title }) => kind === "turn" && title === "Say it louder"),
  );

  const last = goes.lastId();
  goes.close();
  const told = () => stays.heard().split("event: rows").length;
  const before = told();
  writeFileSync(story.at("b.txt"), "new\n");
  await until("the other page is told", () => told() > before);
  const back = browser.listen(last);
  await until("it is told when it is back", () => /event: rows/.test(back.heard()));
  assert.doesNotMatch(back.heard(), /"cursor":null/, "of what it missed, not of everything");
  await until("the file is listed", () =>
    listed(({ paths }) => paths.some(({ path }) => path === "b.txt")),
  );
});

interface Happening {
  readonly kind: string;
  readonly title: string;
  readonly paths: readonly { readonly path: string }[];
}
