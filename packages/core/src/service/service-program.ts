import { UnfError } from "../base/error.ts";

/** The program that is started, and for which home. */
export interface ServiceProgram {
  /** `unf`, or another one for each home besides the usual: names its entry. */
  readonly name: string;
  /** The file of Node's program. */
  readonly node: string;
  /** Its words before the program's: plain ones, without blanks. */
  readonly options: readonly string[];
  /** The file that Node runs. Where it is the same as `node`, that runs by itself. */
  readonly program: string;
  readonly home: string;
  /** `$XDG_CONFIG_HOME`, where it is set: git's global excludes lie there. */
  readonly configHome: string | undefined;
}

/** In every entry: says whose it is, also to a unf that has forgotten it. */
export const serviceMark = "unf service enable";

/** Throws `refused` where a path cannot be written into an entry. */
export function checkServiceProgram(program: ServiceProgram): void {
  const { node, program: file, home, configHome = "/" } = program;
  for (const path of [node, file, home, configHome]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no manager can quote these
    if (!/[\0-\x1f\x7f\ufffd]/.test(path)) continue;
    throw new UnfError("refused", `no service can name the path ${JSON.stringify(path)}`, {
      hint: "it has characters that cannot be quoted there",
    });
  }
}

/**
 * The command line as words, for a manager that cannot itself look whether the program is still there:
 * when unf or its Node is gone it ends at once, with 0 and without a word.
 */
export function startWords(service: ServiceProgram): string[] {
  const { node, options, home, configHome } = service;
  const files = filesBehind(service);
  const start = ['exec "$n"', ...options, '"$@" >/dev/null 2>&1'].join(" ");
  const isThere = ['[ -x "$n" ]', ...files.map(() => '[ -e "$1" ]')].join(" && ");
  const script = `n=$1; shift; if ${isThere}; then ${start}; fi`;
  const variables = configHome === undefined ? [] : ["env", `XDG_CONFIG_HOME=${configHome}`];
  return [...variables, "/bin/sh", "-c", script, "unf", node, ...files, "--home", home];
}

/** The file that `node` runs, if it runs one. */
export function filesBehind({ node, program }: ServiceProgram): readonly string[] {
  return program === node ? [] : [program];
}
