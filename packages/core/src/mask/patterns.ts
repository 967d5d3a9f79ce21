/** Something in a line that nobody should read over a person's shoulder. */
export interface SecretPattern {
  /** Stands in the place of the secret: `[masked:github]`. */
  readonly name: string;
  /** Global. Every repetition is bounded, so that a long line costs no more than its length. */
  readonly pattern: RegExp;
}

/** Keys that are recognised by their shape, wherever they stand. Made when first asked for: Node takes a while to read them. */
export function keyPatterns(): readonly SecretPattern[] {
  known ??= patterns();
  return known;
}

let known: readonly SecretPattern[] | undefined;

const patterns = (): readonly SecretPattern[] => [
  { name: "aws", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g },
  { name: "github", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255})/g },
  { name: "gitlab", pattern: /\bgl(?:pat|dt|rt|cbt|ptt|soat)-[\w-]{20,255}/g },
  { name: "slack", pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,255}/g },
  { name: "slack", pattern: /\bhooks\.slack\.com\/services\/[\w/]{10,255}/g },
  { name: "stripe", pattern: /\b(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{10,255}/g },
  // OpenAI, Anthropic and those who took over their shape.
  { name: "api-key", pattern: /\bsk-[A-Za-z0-9_-]{20,255}/g },
  { name: "google", pattern: /\bAIza[\w-]{35}/g },
  { name: "npm", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: "pypi", pattern: /\bpypi-[A-Za-z0-9_-]{50,255}/g },
  { name: "hugging-face", pattern: /\bhf_[A-Za-z0-9]{30,64}\b/g },
  { name: "digitalocean", pattern: /\bdo[oprt]_v1_[0-9a-f]{64}\b/g },
  { name: "sendgrid", pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,128}/g },
  { name: "shopify", pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  { name: "slack", pattern: /\bxapp-\d-[A-Za-z0-9-]{10,255}/g },
  { name: "age", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,64}/g },
  { name: "jwt", pattern: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}(?:\.[\w-]{0,4096})?/g },
  // A whole key on one line, as JSON and environment variables hold it.
  { name: "private-key", pattern: /(?<=PRIVATE KEY(?: BLOCK)?-----)[^-]{16,16384}/g },
  { name: "url", pattern: /(?<=:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,255}(?=@)/g },
];

/**
 * A name that says what it holds, and a value beside it, quoted or not. Whether an unquoted value is
 * one, and not a type or a call, is asked of `isNoSecret`.
 */
export const assignment = () =>
  /((?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)[\w-]{0,40}["']?\s{0,9}(?:=>|:=|[:=])\s{0,9})("[^"]{1,8192}"|'[^']{1,8192}'|`[^`]{1,8192}`|[^\s"'`,;(){}<>[\]|&]{1,8192})(\(?)/gi;

/**
 * True for what stands beside such a name in the source of a program: a type, a literal without
 * content, a call, a member of something, a variable of the environment.
 */
export function isNoSecret(value: string, isCalled: boolean): boolean {
  if (/^["'`]/.test(value)) return false;
  return (
    isCalled ||
    wordsOfPrograms().test(value) ||
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value)
  );
}

const wordsOfPrograms = () =>
  /^(?:=.*|string|number|boolean|bool|bytes|str|int|any|unknown|never|void|object|null|nil|none|undefined|true|false|new|await|function|async|\$.*)$/i;

/** Begins and ends a private key in PEM's form; what lies between is key. */
export const keyBlockBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
export const keyBlockEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** A line of nothing but base64, as long as PEM writes it: the middle of a key, or looks like one. */
export const keyBlockLine =
  /^\s{0,40}(?=[^a-z]{0,76}[a-z])(?=[^A-Z]{0,76}[A-Z])[A-Za-z0-9+/]{60,76}={0,2}$/;

/** Nothing but base64, also a short last line: next to one end of a key it is a part of that key. */
export const keyBlockPart = /^\s{0,40}[A-Za-z0-9+/]{1,76}={0,2}\s{0,9}$/;
