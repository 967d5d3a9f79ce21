import { UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

export const exportFlags = {
  ref: { kind: "text", value: "<ref>", help: "git: write to this ref instead" },
  since: { kind: "text", value: "<time>", help: "git: begin with the files as they were then" },
  "squash-turns": { kind: "switch", help: "git: one commit a session instead of one a turn" },
  at: { kind: "text", value: "<time>", help: "tar: the files as they were then" },
  output: {
    kind: "text",
    short: "o",
    value: "<file>",
    help: "tar: to this new file; - is stdout, as without it",
  },
  "include-secrets": { kind: "switch", help: "Also .env files, keys and credentials" },
  "dry-run": { kind: "switch", short: "n", help: "Write nothing; say what would be exported" },
} as const satisfies FlagTable;

/** Refuses flags that say something about the other format only. */
export function refuseFlags(
  { flags }: Pick<Call<typeof exportFlags>, "flags">,
  format: string,
  names: readonly (keyof typeof exportFlags)[],
): void {
  for (const name of names) {
    if (flags[name] === undefined || flags[name] === false) continue;
    throw new UnfError("usage", `export ${format} takes no --${name}`, {
      hint: "unf export --help",
    });
  }
}
