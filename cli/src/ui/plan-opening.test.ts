import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpeningFacts, planOpening } from "./plan-opening.ts";

const url = "http://127.0.0.1:4117/?t=once";

const plan = (more: Partial<OpeningFacts>) =>
  planOpening(url, { env: {}, platform: "linux", isInContainer: false, ...more });

test("a browser is opened where a screen is, by what the system has for it", () => {
  const words = (more: Partial<OpeningFacts>) => plan(more).map(({ argv }) => argv.join(" "));
  assert.equal(words({ env: { DISPLAY: ":0" } })[0], `xdg-open ${url}`);
  assert.equal(words({ env: { WAYLAND_DISPLAY: "wayland-0" } })[1], `gio open ${url}`);
  assert.equal(words({ env: { WSL_DISTRO_NAME: "Debian" } })[0], `wslview ${url}`);
  assert.deepEqual(words({ platform: "win32" }), [`rundll32 url.dll,FileProtocolHandler ${url}`]);
});

test("none is where nobody sits at this machine", () => {
  assert.deepEqual(plan({}), [], "no screen");
  const env = { DISPLAY: ":0" };
  assert.deepEqual(plan({ env, isInContainer: true }), []);
  assert.deepEqual(plan({ env: { ...env, SSH_CONNECTION: "a 1 b 2" } }), []);
  assert.deepEqual(plan({ env: { SSH_TTY: "/dev/pts/1" }, platform: "darwin" }), []);
});

test("$BROWSER is asked first, wherever that is, with the address in its place", () => {
  const env = { SSH_CONNECTION: "a 1 b 2", BROWSER: "  helper --tab=%s :firefox" };
  assert.deepEqual(plan({ env, isInContainer: true }), [
    { argv: ["helper", `--tab=${url}`] },
    { argv: ["firefox", url] },
  ]);
  assert.deepEqual(plan({ env: { BROWSER: "none", DISPLAY: ":0" } }), []);
  assert.notDeepEqual(plan({ env: { BROWSER: "", DISPLAY: ":0" } }), []);
});

test("on macOS the address is among no words that other users could list", () => {
  const [opener, ...more] = plan({ platform: "darwin" });
  assert.deepEqual(more, []);
  assert.deepEqual(opener?.argv, ["osascript", "-"]);
  assert.equal(opener?.input, `open location "${url}"\n`);
});
