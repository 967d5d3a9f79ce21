import { type AbsPath, encodeUtf8, systemCode } from "@unf/core/base";
import { uiNotePath } from "@unf/core/home";
import { atomicReplace, readJson, removeAll } from "@unf/system";

/** A server of this program, as it is noted for other runs. */
export interface RunningNote {
  readonly port: number;
  /** A secret of whoever may read the home. */
  readonly key: string;
  readonly version: string;
}

/** `undefined` where there is none, or one that another version of the program understands. */
export function readRunningNote(home: AbsPath): RunningNote | undefined {
  const { format, port, key, version } = readJson(uiNotePath(home)) ?? {};
  if (format !== 1 || typeof version !== "string") return undefined;
  if (typeof port !== "number" || typeof key !== "string") return undefined;
  return { port, key, version };
}

/** Notes a server in a home that is there. Returns what takes the note away, where it is still that one. */
export function noteRunning(home: AbsPath, note: RunningNote): () => void {
  const path = uiNotePath(home);
  tryWriting(() =>
    atomicReplace(path, encodeUtf8(`${JSON.stringify({ format: 1, ...note })}\n`), 0o600),
  );
  return () => {
    if (readRunningNote(home)?.key === note.key) tryWriting(() => removeAll(path));
  };
}

/** Without the note the next run has a server of its own. */
function tryWriting(write: () => void): void {
  try {
    write();
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
}
