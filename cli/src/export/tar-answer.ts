import {
  canonicalPlace,
  type OpenScope,
  openScope,
  pathFields,
  type ResolvedTime,
  readTimeFlag,
  resolvePath,
  timeFields,
  toPoint,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Call } from "../frame/call/command.ts";
import type { Answer, Chunk } from "../frame/print/answer.ts";
import { readCanonical } from "../frame/world/canonical.ts";
import { renderTar, type TarReport, writeNewFile } from "./export-tar.ts";
import { type exportFlags, refuseFlags } from "./flags.ts";
import { leftOutJson, renderLeftOut } from "./left-out-text.ts";
import { readSecrets } from "./read-secrets.ts";
import { refuseOwnHome } from "./refuse-place.ts";
import { type LeftOut, nothingLeftOut } from "./tree-changes.ts";

/** Writes the files as they were at an instant to stdout or a new file. */
export async function tarAnswer(call: Call<typeof exportFlags>): Promise<Answer> {
  refuseFlags(call, "tar", ["ref", "since", "squash-turns"]);
  const { flags } = call;
  if (flags.at === undefined) {
    throw new UnfError("usage", "export tar needs --at", { hint: "unf export tar --at 10m" });
  }
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, []);
  const time = await readTimeFlag(
    call.asker,
    { name: "at", input: flags.at, purpose: "at" },
    scope,
  );
  if (time === undefined) throw new UnfError("usage", "export tar needs --at");
  const leftOut = nothingLeftOut();
  const report: TarReport = { files: 0, bytes: 0 };
  const order = { point: toPoint(time), isSecret: await readSecrets(call, home) };
  const pieces = renderTar(scope.reader, order, leftOut, report);
  const { output = "-" } = flags;
  const run = { scope, time, leftOut, report, output };
  if (output === "-" && !flags["dry-run"]) return toStdout(call, pieces, run);
  const file = canonicalPlace({ canonical: readCanonical }, resolvePath(call.world.cwd(), output));
  refuseOwnHome(file, home);
  if (flags["dry-run"]) for (const piece of pieces) void piece;
  else writeNewFile(file, pieces);
  return summary(run, flags["dry-run"]);
}

interface Run {
  readonly scope: OpenScope;
  readonly time: ResolvedTime;
  readonly leftOut: LeftOut;
  readonly report: TarReport;
  readonly output: string;
}

function toStdout(call: Call<typeof exportFlags>, pieces: Iterable<Uint8Array>, run: Run): Answer {
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
  // While it is printed: what was left out is known only afterwards.
  function* all(): Generator<Chunk> {
    yield* pieces;
    for (const line of renderLeftOut(run.leftOut)) call.warn(line);
  }
  return summary(run, false, all);
}

function summary(run: Run, isDry: boolean, text?: () => Iterable<Chunk>): Answer {
  const { scope, time, leftOut, report, output } = run;
  const verb = isDry ? "Would write" : "Wrote";
  return {
    kind: "document",
    schema: "unf.export/1",
    document: () => ({
      format: "tar",
      dry_run: isDry,
      ...pathFields("root", scope.project.root),
      at: timeFields(time),
      output,
      files: report.files,
      bytes: report.bytes,
      ...leftOutJson(leftOut),
    }),
    text:
      text ??
      (() => [
        `${verb} ${report.files} files, ${report.bytes} bytes, to ${escapeForDisplay(output)}`,
        ...renderLeftOut(leftOut),
      ]),
    // Read after the text is printed, which is when it is known.
    get exit() {
      return leftOut.lost.length + leftOut.thinned.length > 0 ? 8 : 0;
    },
  };
}
