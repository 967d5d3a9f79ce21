import { isEnvFile } from "./mask.ts";
import { assignment, isNoSecret, keyBlockLine, keyPatterns } from "./patterns.ts";

/** The texts that a mask would hide in these lines, each once. `lines`: of a whole content. */
export function listSecrets(path: string, lines: readonly string[]): string[] {
  const isEnv = isEnvFile(path);
  const found = new Set(lines.flatMap((line) => secretsOf(line, isEnv)));
  found.delete("");
  return [...found];
}

function secretsOf(line: string, isEnv: boolean): string[] {
  const value = isEnv ? /^\s*(?:#+\s*)?(?:export\s+)?[\w.-]+\s*=(.*)$/s.exec(line)?.[1] : undefined;
  return [
    unquote(value ?? ""),
    keyBlockLine.test(line) ? line.trim() : "",
    ...keyPatterns().flatMap(({ pattern }) =>
      [...line.matchAll(pattern)].map(([secret]) => secret),
    ),
    ...[...line.matchAll(assignment())].flatMap(([, , text = "", call]) =>
      isNoSecret(text, call !== "") ? [] : [unquote(text)],
    ),
  ];
}

function unquote(value: string): string {
  return value.trim().replace(/^(["'`])(.*)\1$/s, "$2");
}
