import process from "node:process";
import type { Execution } from "./background.ts";

/** As far as it is used here. */
interface ForeignFunctions {
  readonly dlopen: (
    library: string,
    symbols: { readonly execve: { readonly args: readonly string[]; readonly returns: "int" } },
  ) => {
    readonly symbols: { readonly execve: (file: number, words: number, env: number) => number };
  };
  readonly ptr: (bytes: ArrayBufferView) => number;
}

/**
 * Has this process run another program, under the same id and with the same streams, as `exec` of a shell
 * does. Returns when the system refuses.
 */
export function replaceProcess(
  { file, words }: Execution,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const { dlopen, ptr } = process.getBuiltinModule("bun:ffi") as unknown as ForeignFunctions;
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  // Held until the call: what a pointer points to must not be collected.
  const held: ArrayBufferView[] = [];
  const hold = (bytes: ArrayBufferView) => {
    held.push(bytes);
    return ptr(bytes);
  };
  const text = (value: string) => hold(Buffer.from(`${value}\0`));
  const list = (values: readonly string[]) =>
    hold(new BigUint64Array([...values.map((value) => BigInt(text(value))), 0n]));
  const symbol = { args: ["ptr", "ptr", "ptr"], returns: "int" } as const;
  const { execve } = dlopen("libc.so.6", { execve: symbol }).symbols;
  execve(text(file), list(words), list(variables));
  held.length = 0;
}
