/** Languages whose syntax is coloured: names of grammars. */
export type Language = (typeof endings)[keyof typeof endings];

/** The language of a file, as far as its name tells. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = whole.has(name) ? name : name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(endings, ending) ? endings[ending as keyof typeof endings] : undefined;
}

/** Names that tell the language without an ending. */
const whole = new Set(["dockerfile", "makefile"]);

const endings = {
  bash: "shellscript",
  c: "c",
  cc: "c",
  cjs: "javascript",
  cpp: "c",
  cs: "csharp",
  css: "css",
  cts: "typescript",
  dockerfile: "docker",
  go: "go",
  h: "c",
  hpp: "c",
  htm: "html",
  html: "html",
  java: "java",
  js: "javascript",
  json: "json",
  jsonc: "json",
  jsx: "tsx",
  kt: "kotlin",
  makefile: "make",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  php: "php",
  py: "python",
  rb: "ruby",
  rs: "rust",
  scss: "css",
  sh: "shellscript",
  sql: "sql",
  svelte: "html",
  swift: "swift",
  toml: "toml",
  ts: "typescript",
  tsx: "tsx",
  vue: "html",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "shellscript",
} as const;
