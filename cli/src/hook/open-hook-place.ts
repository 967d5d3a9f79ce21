import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { openHome, ownProgram, readHookNote, writeHookNote } from "@unf/system";
import type { HookPlace } from "../frame/world/hook-place.ts";

/** The real one. */
export function openHookPlace(): HookPlace {
  return {
    get program() {
      return ownProgram();
    },
    host: hostname(),
    exists: existsSync,
    readNote: readHookNote,
    writeNote(home, note) {
      if (openHome(home, { create: false }) !== "absent") writeHookNote(home, note);
    },
  };
}
