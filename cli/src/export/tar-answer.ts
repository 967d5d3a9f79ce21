import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { exportTarAnswer, isIncomplete, openTar, type TarExport, writeTar } from "@unf/answers";
import { type AbsPath, encodePath, systemCode, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import { reading, type WaitWords } from "../frame/call/wait-words.ts";
import { type Step, whileStepping } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { type exportFlags, refuseFlags } from "./flags.ts";
import { renderLeftOut } from "./left-out-text.ts";

/** Writes the files as they were at an instant to stdout or a new file. */
export async function tarAnswer(call: Call<typeof exportFlags>): Promise<Answer> {
  refuseFlags(call, "tar", ["ref", "since", "squash-turns"]);
  const { flags } = call;
  if (flags.at === undefined) {
    throw new UnfError("usage", "export tar needs --at", { hint: "unf export tar --at 10m" });
  }
  const { at, output = "-", "include-secrets": includeSecrets, "dry-run": isDryRun } = flags;
  const exported = await openTar(call.asker, { at, includeSecrets });
  const run = { exported, output };
  if (output === "-" && !isDryRun) return await toStdout(call, run);
  const writing = reading("Writing", "pieces", "to see how much: -n");
  await whileStepping(call, writing, (step) =>
    writeTar(call.asker, exported, {
      ...{ output, isDryRun },
      writeNewFile: (path, pieces) => writeNewFile(path, pieces, step),
    }),
  );
  return summary(run, isDryRun);
}

interface Run {
  readonly exported: TarExport;
  readonly output: string;
}

async function toStdout(call: Call<typeof exportFlags>, run: Run): Promise<Answer> {
  const { pieces, leftOut } = run.exported;
  if (call.globals.json || call.globals.jsonl) {
    throw new UnfError("usage", "an archive on stdout has no JSON", {
      hint: "add --output <file>",
    });
  }
  if (call.terminal.isForPerson) {
    throw new UnfError("refused", "an archive is nothing for a terminal", {
      hint: "add --output <file>, or send it to a file or through a pipe",
    });
  }
  await whileStepping(call, sending, async (step) => {
    for (const piece of pieces) {
      call.world.stdout.write(piece);
      await step(piece.length > 0 ? 1 : 0);
    }
  });
  for (const line of renderLeftOut(leftOut)) call.warn(line);
  return summary(run, false, () => []);
}

const sending: WaitWords = {
  ...{ verb: "Writing", things: "pieces" },
  left: () => ({
    said: "interrupted; what was written is no whole archive",
    hint: "again: the same command; to see how much: -n",
  }),
};

function summary(run: Run, isDry: boolean, text?: () => Iterable<string>): Answer {
  const { exported, output } = run;
  const { leftOut, report } = exported;
  const verb = isDry ? "Would write" : "Wrote";
  return {
    kind: "document",
    schema: "unf.export/1",
    document: () => exportTarAnswer(exported, { output, isDryRun: isDry }),
    text:
      text ??
      (() => [
        `${verb} ${countOf(report.files, "file")}, ${countOf(report.bytes, "byte")}, to ${escapeForDisplay(output)}`,
        ...renderLeftOut(leftOut),
      ]),
    // Read after the text is printed, which is when it is known.
    get exit() {
      return isIncomplete(leftOut) ? 8 : 0;
    },
  };
}

/** Writes a file that must not exist: no command of unf writes over what it has not recorded. */
async function writeNewFile(
  path: AbsPath,
  pieces: Iterable<Uint8Array>,
  step: Step,
): Promise<void> {
  const file = openNew(path);
  try {
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; ) from += writeSync(file, piece, from);
      await step(piece.length > 0 ? 1 : 0);
    }
  } catch (thrown) {
    // Half an archive looks like a whole one.
    unlinkSync(Buffer.from(encodePath(path)));
    throw thrown;
  } finally {
    closeSync(file);
  }
}

function openNew(path: AbsPath): number {
  try {
    return openSync(Buffer.from(encodePath(path)), "wx");
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "ENOENT" || code === "ENOTDIR") {
      throw new UnfError("not_found", `there is no directory for ${escapeForDisplay(path)}`);
    }
    if (code !== "EEXIST") throw thrown;
    throw new UnfError("refused", `${escapeForDisplay(path)} exists already`, {
      hint: "name a new file after --output",
    });
  }
}
