import type { HookNote } from "@unf/system";
import type { HookPlace } from "../frame/world/hook-place.ts";

/** A place whose program is `/opt/unf/bin/unf.js`, with a memory of its own. */
export function fakeHookPlace(
  {
    node = "/usr/bin/node",
    program = "/opt/unf/bin/unf.js",
  }: { readonly node?: string; readonly program?: string } = {},
  gone: ReadonlySet<string> = new Set(),
): HookPlace & { note: HookNote | undefined } {
  return {
    note: undefined,
    program: { node, program },
    host: "here",
    exists: (path) => !gone.has(path),
    readNote() {
      return this.note;
    },
    writeNote(_home, note) {
      this.note = note;
    },
  };
}
