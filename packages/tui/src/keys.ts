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

/** The key by one name: a printable character as itself; `undefined` where it means nothing here. */
export function nameKey(text: string | undefined, key: DecodedKey): string | undefined {
  const { name = "" } = key;
  if (key.ctrl === true) return /^[a-z]$/.test(name) ? `ctrl-${name}` : undefined;
  const known = named[name];
  if (known !== undefined) return known;
  if (key.meta === true || text === undefined) return undefined;
  return /^[^\p{Cc}]$/u.test(text) ? text : undefined;
}
