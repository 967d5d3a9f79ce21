import { type AbsPath, asStorageError, encodeUtf8 } from "@unf/core/base";
import { serviceNotePath } from "@unf/core/home";
import {
  emptyServiceNote,
  parseServiceNote,
  renderServiceNote,
  type ServiceNote,
} from "@unf/core/service";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { readText } from "../disk/read-text.ts";

/** The home's record of how unf is started; empty where it remembers nothing. */
export function readServiceNote(home: AbsPath): ServiceNote {
  const text = readText(serviceNotePath(home));
  return text === undefined ? emptyServiceNote : parseServiceNote(text);
}

/** Durable when it returns. Throws `no_space`, `failed`. */
export function writeServiceNote(home: AbsPath, note: ServiceNote): void {
  const path = serviceNotePath(home);
  try {
    atomicReplace(path, encodeUtf8(renderServiceNote(note)), 0o600);
  } catch (thrown) {
    throw asStorageError(thrown, path);
  }
}
