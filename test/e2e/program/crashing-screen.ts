import { writeSync } from "node:fs";
import process from "node:process";
import { utcZone } from "@unf/core/time";
import { showScreen } from "@unf/tui";
import { openScreen } from "@unf/view/screen";

// A screen whose surroundings fail on a key: `x` on a way that leads through no answer, `w` in one.

const first = openScreen({
  ...{ columns: 80, rows: 24, root: "/p", directory: undefined },
  ...{ scope: "project", only: {}, readOnly: undefined },
});

const bug = (): never => {
  throw new TypeError("a mistake of the program");
};

await showScreen(first, {
  write: (text) => void writeSync(1, text),
  hasColour: true,
  viewing: () => ({ now: 0, zone: utcZone, isAscii: true, shortenHome: (path) => path }),
  ask: (request, tell) => {
    if (request.kind === "list" && request.question.source.kind === "deleted") bug();
    if (request.kind === "list")
      tell({ kind: "listed", number: request.number, entries: [], next: null });
  },
  listen: () => {
    const onData = (bytes: Buffer): void => {
      if (bytes.toString() === "x") setImmediate(bug);
      if (bytes.toString() === "w") void Promise.resolve().then(bug);
    };
    process.stdin.on("data", onData);
    return { [Symbol.dispose]: () => void process.stdin.off("data", onData) };
  },
});
