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
  const windows = `rundll32.exe url.dll,FileProtocolHandler ${url}`;
  assert.deepEqual(words({ platform: "win32" }), [windows]);
  const wsl = words({ env: { WSL_DISTRO_NAME: "Debian" } });
  assert.deepEqual(wsl, [`wslview ${url}`, windows, `xdg-open ${url}`]);
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

test("in WSL a program of Windows may be $BROWSER, with its drive and its blanks", () => {
  const words = (BROWSER: string) =>
    plan({ env: { WSL_DISTRO_NAME: "Debian", BROWSER } }).map(({ argv }) => argv.slice(0, -1));
  const firefox = "/mnt/c/Program Files/Mozilla Firefox/firefox.exe";
  const named = "C:\\Program Files\\Mozilla Firefox\\firefox.exe";
  for (const one of [named, `"${named}"`, firefox, `"${firefox}"`]) {
    assert.deepEqual(words(one), [[firefox]], one);
    assert.deepEqual(words(`${one} -private`), [[firefox, "-private"]], one);
    assert.deepEqual(words(`wslview:${one}:x`), [["wslview"], [firefox], ["x"]], one);
  }
  assert.deepEqual(words("d:\\b.exe:C:\\c.exe"), [["/mnt/d/b.exe"], ["/mnt/c/c.exe"]]);
  assert.deepEqual(words("x:/usr/bin/firefox -P"), [["x"], ["/usr/bin/firefox", "-P"]]);
});

test("on macOS the address is among no words that other users could list", () => {
  const [opener, ...more] = plan({ platform: "darwin" });
  assert.deepEqual(more, []);
  assert.deepEqual(opener?.argv, ["osascript", "-"]);
  assert.equal(opener?.input, `open location "${url}"\n`);
});

const hostile = [
  "--version",
  "-a Calculator",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "C:\\Windows\\System32\\calc.exe",
  "http://127.0.0.1:4117/?t=a b",
  "http://127.0.0.1:4117/?t=a&calc.exe",
  "http://127.0.0.1:4117/?t=$(id)",
  "http://127.0.0.1:4117/?t=`id`",
  "http://127.0.0.1:4117/?t=%COMSPEC%",
  'http://127.0.0.1:4117/?t=a"\ndo shell script "id',
  "http://127.0.0.1:4117/?t=a\\",
  "http://127.0.0.1:4117/?t=a\n",
  "http://127.0.0.1:4117/?t=a\0",
  "http://127.0.0.1:4117@evil.example/?t=a",
  "http://127.0.0.1.evil.example:80/?t=a",
  "https://127.0.0.1:4117/?t=a",
  " http://127.0.0.1:4117/?t=a",
];

test("an address that the server has not drawn is given to no program, on any system", () => {
  const systems: Partial<OpeningFacts>[] = [
    { platform: "darwin" },
    { platform: "win32" },
    { env: { WSL_DISTRO_NAME: "Debian" } },
    { env: { DISPLAY: ":0" } },
    { env: { BROWSER: "firefox" } },
  ];
  for (const system of systems) {
    const facts = { env: {}, platform: "linux", isInContainer: false, ...system };
    assert.ok(planOpening("http://127.0.0.1:80/", facts).length > 0);
    assert.ok(planOpening("http://127.0.0.1:65535/?t=aZ09_-", facts).length > 0);
    for (const address of hostile) assert.deepEqual(planOpening(address, facts), [], address);
  }
});
