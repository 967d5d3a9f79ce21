import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Browser, chromium, type Page } from "playwright-core";

const cache = join(import.meta.dirname, "../../node_modules/.cache/chromium");

/** The one that is running in this process, and by how many it is used. */
const shared: { browser?: Promise<Browser>; users: number } = { users: 0 };

/**
 * The browser of all test files that run in this process. It ends when the last of them has closed it: each
 * opens pages in contexts of its own.
 */
export function launchBrowser(): Promise<Browser> {
  shared.users += 1;
  shared.browser ??= startBrowser();
  return shared.browser;
}

/**
 * Chromium of the system where there is one, else the one that an npm package carries. Its temporary files
 * have a directory of their own, which goes with it: it does not always take them away itself.
 */
async function startBrowser(): Promise<Browser> {
  const temporary = mkdtempSync(join(tmpdir(), "chromium-"));
  const browser = await launch({ ...process.env, TMPDIR: temporary });
  browser.on("disconnected", () => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  });
  const end = browser.close.bind(browser);
  browser.close = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shared.browser;
    idle.clear();
    await end();
  };
  return browser;
}

async function launch(env: NodeJS.ProcessEnv): Promise<Browser> {
  const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const own = installed.find((path) => existsSync(path));
  if (own !== undefined) return chromium.launch({ executablePath: own, env, args });
  const place = join(cache, "unpacked");
  const executablePath = await unpackChromium(place);
  const fonts = { FONTCONFIG_FILE: join(place, "fonts.conf") };
  return chromium.launch({
    executablePath,
    env: { ...env, ...fonts },
    args: ["--headless=shell", ...args],
  });
}

/**
 * Its fonts are looked for where it was unpacked to: a bare machine has none, and text without a font takes
 * no room.
 */
function fontList(place: string): string {
  const places = `<dir>${join(place, "fonts")}</dir><dir>/usr/share/fonts</dir>`;
  const found = `<cachedir>${join(cache, "fonts-found")}</cachedir>`;
  return `<?xml version="1.0"?><fontconfig>${places}${found}</fontconfig>`;
}

/**
 * Unpacks it beside the other caches, once: to unpack takes longer than to start. Test files that run beside
 * each other unpack it each for itself, and the first that is done puts it in place whole. Its libraries come
 * along only where it believes to be in a certain cloud.
 */
async function unpackChromium(place: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const { TMPDIR: before } = process.env;
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  process.env.TMPDIR = place;
  try {
    // Where it looks for its libraries is settled while it is loaded.
    const { default: carried } = await import("@sparticuz/chromium");
    if (!existsSync(place)) {
      const own = mkdtempSync(join(cache, "unpacking-"));
      process.env.TMPDIR = own;
      await carried.executablePath();
      writeFileSync(join(own, "fonts.conf"), fontList(place));
      putInPlace(own, place);
    }
    return join(place, "chromium");
  } finally {
    delete process.env.AWS_LAMBDA_JS_RUNTIME;
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function putInPlace(own: string, place: string): void {
  try {
    renameSync(own, place);
  } catch (thrown) {
    if (!existsSync(place)) throw thrown;
    rmSync(own, { recursive: true });
  }
}

/** Pages that were let go of, by their theme: one that is used anew costs a third less than one in a new context. */
const idle = new Map<string, Page[]>();

/** A page that knows of none before it; English, in UTC, without motion. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1280, height = 800, theme = "light" as "light" | "dark" } = {},
): Promise<Page & AsyncDisposable> {
  const page = idle.get(theme)?.pop() ?? (await newPage(browser, theme));
  await page.setViewportSize({ width, height });
  await page.goto(url);
  return Object.assign(page, { [Symbol.asyncDispose]: () => letGo(page, theme) });
}

async function newPage(browser: Browser, theme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: theme,
    reducedMotion: "reduce",
    timezoneId: "UTC",
    locale: "en-GB",
  });
  const page = await context.newPage();
  // As `until` of the kit: on a busy machine all takes ten times as long.
  page.setDefaultTimeout(60_000);
  return page;
}

/** Takes away all that the page knows, and whatever it listens to. A page that was harmed is not used again. */
async function letGo(page: Page, theme: "light" | "dark"): Promise<void> {
  const context = page.context();
  try {
    page.removeAllListeners();
    await page.evaluate("localStorage.clear(); sessionStorage.clear()");
    await page.emulateMedia({ colorScheme: theme });
    await context.clearCookies();
    await page.goto("about:blank");
    if (context.pages().length > 1) throw new Error("it has opened others");
    idle.set(theme, [...(idle.get(theme) ?? []), page]);
  } catch {
    // The next one starts with a new page.
    await context.close();
  }
}
