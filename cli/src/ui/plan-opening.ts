/** Facts by which it is decided where an address is opened. */
export interface OpeningFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly isInContainer: boolean;
}

/** A program that brings an address to a browser. */
export interface Opener {
  readonly argv: readonly string[];
  /** Given on stdin instead of among the words, which other users of the machine can read. */
  readonly input?: string;
}

/**
 * An address as the page's server draws it, and nothing else: what other programs read as an option, as words of a
 * script or as an address of another machine is never handed to one.
 */
const drawn = /^http:\/\/127\.0\.0\.1:\d{1,5}\/(?:\?t=[\w-]+)?$/;

/** The ways to open an address, the first that works; none where nobody sits at this machine. */
export function planOpening(url: string, facts: OpeningFacts): readonly Opener[] {
  const { env, platform } = facts;
  if (!drawn.test(url)) return [];
  // Also over SSH: editors that work on other machines bring it to the browser there.
  if (isSet(env.BROWSER)) return chosenOpeners(env.BROWSER, url, isSet(env.WSL_DISTRO_NAME));
  if (isSet(env.SSH_CONNECTION) || isSet(env.SSH_TTY) || facts.isInContainer) return [];
  if (platform === "darwin")
    return [{ argv: ["osascript", "-"], input: `open location ${JSON.stringify(url)}\n` }];
  if (platform === "win32") return openers([windowsOpener], url);
  if (isSet(env.WSL_DISTRO_NAME)) return openers([["wslview"], windowsOpener, ["xdg-open"]], url);
  if (!isSet(env.DISPLAY) && !isSet(env.WAYLAND_DISPLAY)) return [];
  return openers([["xdg-open"], ["gio", "open"], ["sensible-browser"], ["x-www-browser"]], url);
}

/** In no shell, so that no sign of an address means anything to it. WSL finds it by this name, too. */
const windowsOpener = ["rundll32.exe", "url.dll,FileProtocolHandler"];

/**
 * `$BROWSER` as other programs read it: several with colons between, `%s` for the address. In WSL a path of
 * Windows, whose colon parts nothing and whose blanks need no quotes, is where the drive is mounted.
 */
function chosenOpeners(browser: string, url: string, isWsl: boolean): readonly Opener[] {
  const parts = isWsl ? browser.split(betweenDrives) : browser.split(":");
  const all = parts
    .map((one) => (isWsl ? windowsWords(one.trim()) : wordsOf(one)))
    .filter((words) => words.length > 0 && words.join() !== "none");
  return all.map((words) => {
    const argv = words.map((word) => word.replaceAll("%s", () => url));
    return { argv: words.some((word) => word.includes("%s")) ? argv : [...argv, url] };
  });
}

/** Not the colon behind the letter of a drive. */
const betweenDrives = /:(?!\\)/;

function windowsWords(text: string): string[] {
  const [, program, rest = ""] = windowsProgram.exec(text) ?? [];
  return program === undefined ? wordsOf(text) : [mounted(program), ...wordsOf(rest)];
}

/** A program of Windows, in quotes or not, and the words behind it. */
const windowsProgram = /^"?((?:[a-z]:\\|\/mnt\/[a-z]\/)[^":]*?\.exe)"?(?:\s+(.*))?$/i;

/** `C:\x\y.exe`: `/mnt/c/x/y.exe`. */
function mounted(path: string): string {
  return path
    .replace(/^([a-z]):/i, (_, drive: string) => `/mnt/${drive.toLowerCase()}`)
    .replaceAll("\\", "/");
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function openers(all: readonly (readonly string[])[], url: string): readonly Opener[] {
  return all.map((words) => ({ argv: [...words, url] }));
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
