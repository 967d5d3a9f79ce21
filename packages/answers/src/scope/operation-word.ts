import { UnfError } from "@unf/core/base";

/** The number in `op-91`, `op:91` or `91`. Throws `usage`. */
export function parseOperationWord(word: string): number {
  const id = Number(/^(?:op[-:])?([1-9][0-9]{0,14})$/i.exec(word)?.[1]);
  if (!Number.isNaN(id)) return id;
  throw new UnfError("usage", `"${word.slice(0, 60)}" is not an operation such as op-91`, {
    hint: "unf ops",
  });
}
