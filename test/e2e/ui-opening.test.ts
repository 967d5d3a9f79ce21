import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { makeScratchHome, type TempHome, tempHome, until } from "../kit/index.ts";
import { startAsPerson } from "./person.ts";

const onlyUnix = { skip: process.platform === "win32" ? "there are no signals" : false };

/** A browser that only notes the addresses it is given. */
function openStandIn(home: TempHome) {
  const browser = join(home.root, "browser");
  const noted = join(home.root, "opened");
  writeFileSync(browser, `#!/bin/sh\necho "$1" >>"${noted}"\n`);
  chmodSync(browser, 0o755);
  const opened = () => (existsSync(noted) ? readFileSync(noted, "utf8").trim().split("\n") : []);
  return { env: { BROWSER: browser }, opened };
}

const addressIn = (text: string) => /http:\S+/.exec(text)?.[0];

/** Opens an address as a browser does that has no cookie yet. */
const visit = (address: string) =>
  fetch(address, { redirect: "manual", headers: { accept: "text/html" } });

test(
  "the browser is opened with an address of its own; the one that is printed is for another",
  onlyUnix,
  async () => {
    await using home = tempHome();
    makeScratchHome(home);
    const { env, opened } = openStandIn(home);
    const run = await startAsPerson(home, ["ui"], { env });
    const printed = await until("it prints its address", () => addressIn(run.said()));
    await until("it says so", () => /^opened in the browser$/m.test(run.said()));
    const [given = ""] = opened();
    assert.notEqual(given, printed);
    for (const address of [given, printed]) {
      assert.equal((await visit(address)).status, 303);
      const again = await visit(address);
      assert.equal(again.status, 401, "each works once");
      const page = await again.text();
      assert.match(page, /<code>unf ui<\/code>/);
      assert.doesNotMatch(page, /<script|style=/);
    }
    const wrong = await visit(new URL("/?t=guessed", printed).href);
    assert.equal(wrong.status, 401);
    run.signal("SIGTERM");
    assert.equal(await run.ended(), 0);
  },
);

test(
  "a second run opens a page of the first and ends; a killed one is not waited for",
  onlyUnix,
  async () => {
    await using home = tempHome();
    makeScratchHome(home);
    const { env, opened } = openStandIn(home);
    const note = join(home.unfHome, "run/ui.json");
    const first = await startAsPerson(home, ["ui", "--no-open"]);
    const address = await until("it serves", () => addressIn(first.said()));
    assert.deepEqual(opened(), []);
    assert.equal(statSync(note).mode & 0o777, 0o600);

    const second = await startAsPerson(home, ["ui"], { env });
    assert.equal(await second.ended(), 0, second.said());
    const [given = ""] = opened();
    const { port } = new URL(address);
    for (const one of [given, addressIn(second.said()) ?? ""]) {
      assert.equal(new URL(one).port, port);
      assert.equal((await visit(one)).status, 303);
    }
    const other = await startAsPerson(home, ["ui", "--no-open", "--port", "0"]);
    const own = await until("it serves", () => addressIn(other.said()));
    assert.notEqual(new URL(own).port, port, "a port that is asked for is served");
    other.signal("SIGINT");
    await other.ended();
    assert.ok(existsSync(note), "the note is the first one's");

    first.signal("SIGKILL");
    await first.ended();
    assert.ok(existsSync(note), "nobody took it away");
    const third = await startAsPerson(home, ["ui", "--no-open"]);
    const anew = await until("it serves", () => addressIn(third.said()));
    assert.equal((await visit(anew)).status, 303);
    third.signal("SIGTERM");
    assert.equal(await third.ended(), 0);
    assert.equal(existsSync(note), false);
  },
);

test(
  "where nobody sits no browser is opened, and what does not work is said",
  onlyUnix,
  async () => {
    await using home = tempHome();
    makeScratchHome(home);
    const SSH_CONNECTION = "192.0.2.7 50022 192.0.2.1 22";
    const far = await startAsPerson(home, ["ui", "--port", "0"], {
      env: { SSH_CONNECTION, DISPLAY: ":0" },
    });
    const address = await until("it serves", () => addressIn(far.said()));
    const { port } = new URL(address);
    assert.match(
      far.said(),
      new RegExp(`ssh -N -L ${port}:127\\.0\\.0\\.1:${port} \\S*192\\.0\\.2\\.1`),
    );
    far.signal("SIGTERM");
    await far.ended();
    assert.doesNotMatch(far.said(), /browser/);
    const broken = await startAsPerson(home, ["ui"], {
      env: { BROWSER: "/nowhere/browser:false" },
    });
    await until("it says so", () => /no browser could be opened/.test(broken.said()));
    const good = addressIn(broken.said()) ?? "";
    assert.equal((await visit(good)).status, 303);
    broken.signal("SIGTERM");
    await broken.ended();
  },
);
