/** A key as Node's decoder tells of it. */
export interface DecodedKey {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

const named: Readonly<Record<string, string>> = {
  return: "enter",
  enter: "enter",
  tab: "tab",
  space: "space",
  escape: "escape",
  backspace: "backspace",
  delete: "backspace",
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  home: "home",
  end: "end",
  pageup: "pageup",
  pagedown: "pagedown",
};

/**
 * The keys by one name each, none where they mean nothing here. The decoder takes Esc and the key behind it
 * for one where they come together: a person has pressed both.
 */
export function nameKeys(text: string | undefined, key: DecodedKey): readonly string[] {
  const { sequence = "", name } = key;
  const behind = sequence.startsWith(esc) ? sequence.slice(1) : "";
  if (behind.startsWith(esc))
    return ["escape", ...nameKeys(undefined, { ...key, sequence: behind })];
  if ([...behind].length !== 1) return listOf(nameKey(text, key));
  const code = behind.codePointAt(0) ?? 0;
  const isControl = name === undefined && code < ctrlLetters.length;
  const second = isControl ? { name: ctrlLetters[code], ctrl: true } : { name };
  return ["escape", ...listOf(nameKey(behind, second))];
}

const esc = "\u001b";

/** The letter of each control character. */
const ctrlLetters = "`abcdefghijklmnopqrstuvwxyz";

function listOf(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

/** The key by one name: a printable character as itself; `undefined` where it means nothing here. */
function nameKey(text: string | undefined, key: DecodedKey): string | undefined {
  const { name = "" } = key;
  if (key.ctrl === true) return /^[a-z]$/.test(name) ? `ctrl-${name}` : undefined;
  const known = named[name];
  if (known !== undefined) return known;
  if (key.meta === true || text === undefined) return undefined;
  return /^[^\p{Cc}]$/u.test(text) ? text : undefined;
}
