// Checks that no linter has, as functions from texts to complaints. repository.test.ts runs each on
// this repository and on a planted offence.

export interface TextFile {
  /** Relative to the root of the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

const code = /\.(ts|js|mjs|cjs|sql|grit)$/;

/** Longest allowed file: decisions of core and engine, and commands, are to be read in one go. */
function lengthLimit(path: string): number {
  if (path.endsWith(".test.ts")) return 600;
  return /^(packages\/(core|engine)|cli)\//.test(path) ? 300 : 400;
}

/** Source files over the limit, unless `exceptions` gives a reason. */
export function tooLong(
  files: readonly TextFile[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  return files
    .filter(({ path }) => code.test(path) && !(path in exceptions))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ path, lines }) => lines > lengthLimit(path))
    .map(({ path, lines }) => `${path}: ${lines} lines, ${lengthLimit(path)} allowed`);
}

/** Notes to do something later that name no issue: `TODO(#12)` is the form. */
export function unownedNotes(files: readonly TextFile[]): string[] {
  return matches(files, /\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/g);
}

/**
 * Comments that begin with "What", "Who", "Whose" or the like in the place of a concrete
 * subject. Texts of earlier versions, below a folder `frozen`, stay as they are.
 */
export function vagueComments(files: readonly TextFile[]): string[] {
  const own = files.filter(
    ({ path }) => /\.(ts|mjs|cjs|sql|c)$/.test(path) && !path.includes("/frozen/"),
  );
  return matches(own, /(?:\/\*[\s*]*|(?<=^|\s)(?:\/\/|--)\s*)(?:What|Who)(?:ever|se)?\b.*/gm);
}

/** Names of package registries, and absolute paths of the machine at hand. */
export function foreignNames(
  files: readonly TextFile[],
  machinePaths: readonly string[],
): string[] {
  const hosts = matches(files, /\bregistry\.[a-z]+\.[a-z]+|\bdeb\.debian\.[a-z]+/g);
  const paths = files.flatMap(({ path, text }) =>
    machinePaths.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`),
  );
  return [...hosts, ...paths];
}

/** Sources outside the runtime's own folder that name another runtime than Node, or do what depends on it. */
export function strayRuntimes(files: readonly TextFile[]): string[] {
  const sources = files.filter(
    ({ path }) =>
      /^(packages\/[^/]+|daemon|sentinel|cli)\/src\/.*\.ts$/.test(path) &&
      !/\.test\.ts$|^packages\/system\/src\/runtime\//.test(path),
  );
  return matches(sources, /\bBun\b|\bbunfs\b|\bbun:|\bversions\.bun\b|\.dlopen\b/g);
}

/** Files that a tool makes and nobody should commit. */
export function generatedFiles(paths: readonly string[]): string[] {
  const made = /(^|\/)(node_modules|dist|coverage)\/|\.(tsbuildinfo|tgz|log|map)$|\.d\.ts$/;
  const compiled = /^(packages\/[^/]+|daemon|sentinel|cli|test)\/(src\/)?.*\.js$/;
  return paths.filter(
    (path) => made.test(path) || (compiled.test(path) && !path.startsWith("cli/bin/")),
  );
}

/** Documents without exactly one title, as their first line. */
export function badTitles(files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => path.endsWith(".md"))
    .filter(({ text }) => {
      const titles = outsideFences(text).filter((line) => line.startsWith("# "));
      return titles.length !== 1 || !text.startsWith("# ");
    })
    .map(({ path }) => `${path}: exactly one title, in the first line`);
}

/** Relative links of documents that lead nowhere; `paths`: all files of the repository. */
export function brokenLinks(files: readonly TextFile[], paths: ReadonlySet<string>): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap((file) =>
      relativeLinks(file)
        .filter(({ path, anchor }) => {
          const directory = [...paths].some((known) => known.startsWith(`${path}/`));
          if (!paths.has(path) && !directory) return true;
          return anchor !== "" && !anchors(byPath.get(path)?.text ?? "").includes(anchor);
        })
        .map(({ written }) => `${file.path}: ${written}`),
    );
}

function relativeLinks({ path: from, text }: TextFile) {
  const links = outsideFences(text)
    .join("\n")
    .matchAll(/\]\(([^)\s]+)\)/g);
  return [...links]
    .map(([, written = ""]) => written)
    .filter((written) => !/^[a-z]+:/.test(written))
    .map((written) => {
      const url = new URL(written, `file:///${from}`);
      const path = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, "");
      return { written, path, anchor: url.hash.slice(1) };
    });
}

/** The anchors that a host of the repository gives to a document's headings. */
function anchors(text: string): string[] {
  return outsideFences(text)
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-"),
    );
}

/**
 * Differences between the error codes of the program and a document with a table row for each:
 * the code, then its exit code, as in "| `usage` | 2 |".
 */
export function undocumentedErrors(
  document: string,
  exitCodes: Readonly<Record<string, number>>,
): string[] {
  const rows = [...document.matchAll(/^\|\s*`([a-z_]+)`\s*\|\s*`?(\d+)`?\s*\|/gm)];
  const documented = new Map(rows.map(([, name = "", exit]) => [name, Number(exit)]));
  const wrong = Object.entries(exitCodes)
    .filter(([name, exit]) => documented.get(name) !== exit)
    .map(([name, exit]) => `${name}: exit ${exit}, documented: ${documented.get(name) ?? "not"}`);
  const unknown = [...documented.keys()].filter((name) => !(name in exitCodes));
  return [...wrong, ...unknown.map((name) => `${name}: documented, but no such code`)];
}

/** Third-party packages that a bundled part needs and the published package does not declare so. */
export function unpublishedDependencies(
  published: Readonly<Record<string, string>>,
  parts: readonly {
    readonly name: string;
    readonly dependencies: Readonly<Record<string, string>>;
  }[],
): string[] {
  return parts.flatMap(({ name, dependencies }) =>
    Object.entries(dependencies)
      .filter(([wanted, version]) => !wanted.startsWith("@unf/") && published[wanted] !== version)
      .map(([wanted, version]) => `${name}: ${wanted}@${version}`),
  );
}

function matches(files: readonly TextFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  );
}

/** Lines of a document that are not inside a fenced block. */
function outsideFences(text: string): string[] {
  let fenced = false;
  return text.split("\n").filter((line) => {
    if (/^\s*(```|~~~)/.test(line)) {
      fenced = !fenced;
      return false;
    }
    return !fenced;
  });
}

/** Tests and folders of tests that a text names in backticks and that are not there. */
export function missingTests(text: string, exists: (path: string) => boolean): string[] {
  const named = text.matchAll(/`((?:packages|test)\/[\w./-]+?(?:\.test\.ts|\/)|test\/\w+)`/g);
  return [...new Set([...named].map(([, path]) => path ?? ""))].filter((path) => !exists(path));
}

/** Of `node:fs`: what changes nothing on a disk, or needs a descriptor that somebody opened. */
const harmless = new Set([
  ...["accessSync", "closeSync", "constants", "existsSync", "fchmodSync", "fstatSync"],
  ...[
    "fsync",
    "fsyncSync",
    "lstatSync",
    "readFileSync",
    "readSync",
    "readdirSync",
    "readlinkSync",
    "realpathSync",
  ],
  ...["statSync", "statfsSync", "writeSync"],
  ...["access", "lstat", "readFile", "readdir", "readlink", "realpath", "stat", "statfs"],
]);

/**
 * Parts that may write to a home or for it, and in them what does so without asking whether it still
 * may: imports of `node:fs` that are not harmless, and those whose names nobody can see.
 */
export function strayWriters(
  files: readonly TextFile[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  return files
    .filter(({ path }) => /^(packages\/[^/]+|daemon)\/src\/.*\.ts$/.test(path))
    .filter(({ path }) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(({ path, text }) => importsOfFs(text).map((name) => `${path}: ${name}`))
    .filter(
      (complaint) => !(complaint in exceptions) && !(complaint.replace(/:.*/, "") in exceptions),
    );
}

function importsOfFs(text: string): string[] {
  const named = [...text.matchAll(/(?:import|export) \{([^}]*)\} from "node:fs(?:\/promises)?"/g)];
  const names = named
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type ") && !harmless.has(name));
  const typesOnly = /(?:import|export) type [^;]*;/g;
  const reached =
    /(?:from|import|import\(|require\(|getBuiltinModule\()\s*["'](node:)?fs(\/promises)?["']/g;
  const mentions = text.replaceAll(typesOnly, "").match(reached) ?? [];
  return mentions.length > named.length ? [...names, "all of it"] : names;
}
