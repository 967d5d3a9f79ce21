import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./compile.ts";

/** The compiled interposer, for programs that are to fail at a chosen call. */
export interface Interposer extends Disposable {
  /** Variables that a program needs beside its own: rules are read from `control`. */
  environment(files: {
    readonly control: string;
    readonly log?: string;
  }): Readonly<Record<string, string>>;
}

/** Compiles the interposer into a directory of its own; text says why that cannot be done here. */
export function openInterposer(): Interposer | string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "unf-interposer-")));
  const library = join(directory, "interposer.so");
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const missing = compile("interposer.c", library, ["-shared", "-fPIC"]);
  if (missing !== undefined) {
    remove();
    return missing;
  }
  return {
    environment: ({ control, log }) => ({
      LD_PRELOAD: library,
      FAULT_CONTROL: control,
      ...(log === undefined ? {} : { FAULT_LOG: log }),
    }),
    [Symbol.dispose]: remove,
  };
}
