import { isNode } from "./is-node.ts";

/** A line without its end, `undefined` at the end of input, or that Ctrl-C came before. */
export type LineApart = { readonly value: string | undefined } | "interrupted";

/** It asks itself: a person who can read the question is heard. Without a line break in front there was no line. */
const script = `printf %s "$1" >&2 && IFS= read -r line && printf '\\n%s' "$line"`;

/**
 * Asks, and reads the line that a person types, in a program of its own, which ends by Ctrl-C as all of a terminal's
 * do. Only where the engine cannot be broken off while it waits, and hears no signal meanwhile.
 */
export const askApart: ((question: string) => LineApart) | undefined = isNode
  ? undefined
  : readApart;

function readApart(question: string): LineApart {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  // With none, the signal would end this process before it has said what is left.
  const hold = () => undefined;
  process.on("SIGINT", hold);
  try {
    const { error, signal, status, stdout } = spawnSync(
      "/bin/sh",
      ["-c", script, "unf", question],
      {
        stdio: ["inherit", "pipe", "inherit"],
        encoding: "utf8",
      },
    );
    if (error !== undefined) throw error;
    // Some shells end by a number instead.
    if (signal === "SIGINT" || status === 130) return "interrupted";
    return { value: stdout.startsWith("\n") ? stdout.slice(1) : undefined };
  } finally {
    process.off("SIGINT", hold);
  }
}
