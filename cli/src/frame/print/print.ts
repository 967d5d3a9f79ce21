import type { Globals } from "../argv/globals.ts";
import { gatherLines, type Sink } from "../terminal/output.ts";
import type { World } from "../world/world.ts";
import type { Answer, Chunk, DocumentAnswer, JsonObject, StreamAnswer } from "./answer.ts";
import { renderJson } from "./json.ts";
import { noLink, type View } from "./view.ts";

/** Prints the answer in the form that was asked for and returns the exit code. */
export async function printAnswer(
  answer: Answer,
  globals: Globals,
  view: View,
  world: World,
): Promise<number> {
  switch (answer.kind) {
    case "bytes":
      return printBytes(answer.bytes, globals, answer, view, world);
    case "stream":
      return printStream(answer, globals, view, world);
    case "document":
      if (globals.json) world.stdout.write(`${renderJson(toDocument(answer, view))}\n`);
      else if (globals.jsonl) printRecords(answer, view, world);
      else await printText(answer, view, world);
      await answer.goOn?.();
      return answer.exit ?? 0;
  }
}

type Described = Pick<DocumentAnswer, "schema" | "document">;

function toDocument({ schema, document }: Described, view: View): JsonObject {
  return { schema, generated_at: new Date(view.viewer.now).toISOString(), ...document() };
}

function printRecords(answer: DocumentAnswer, view: View, world: World): void {
  const records = answer.records?.() ?? [{ type: "document", ...toDocument(answer, view) }];
  // One write per record, so that a reader sees each of them whole and at once.
  for (const record of records) world.stdout.write(`${renderJson(record)}\n`);
  world.stdout.write(`${renderJson({ type: "end", schema: answer.schema, ...answer.end?.() })}\n`);
}

async function printText(answer: DocumentAnswer, view: View, world: World): Promise<void> {
  const wanted = answer.isLong === true ? view.terminal.pager : undefined;
  const pager = wanted === undefined ? undefined : await world.startPager(wanted);
  if (pager === undefined) {
    writeLines(answer.text(view), world.stdout);
    return;
  }
  try {
    writeLines(answer.text(await pagedView(view, wanted ?? [], world)), pager);
  } finally {
    await pager.close();
  }
}

/** Links are for pagers that let them through: any other shows how they are written. */
async function pagedView(view: View, pager: readonly string[], world: World): Promise<View> {
  if (!view.terminal.hasLinks) return view;
  const [program = ""] = pager;
  const isLess = /(?:^|\/)less$/.test(program);
  const said = isLess ? await world.askProgram([program, "--version"], versionBounds) : undefined;
  const version = /^less (\d+)/.exec(Buffer.from(said ?? []).toString("latin1"))?.[1];
  if (Number(version ?? 0) >= firstLess) return view;
  return { ...view, paint: { ...view.paint, link: noLink } };
}

const versionBounds = { cwd: "/", timeoutMs: 500, bytesMax: 10_000 };

/** The first that has links. */
const firstLess = 581;

/** Writes lines and bytes in order, in few system calls. */
export function writeLines(chunks: Iterable<Chunk>, sink: Sink): void {
  const gathered = gatherLines(sink);
  for (const chunk of chunks) {
    if (typeof chunk === "string") {
      gathered.line(chunk);
    } else {
      gathered.flush();
      sink.write(chunk);
    }
  }
  gathered.flush();
}

function printBytes(
  bytes: Uint8Array,
  globals: Globals,
  described: Described,
  view: View,
  world: World,
): number {
  if (globals.json) {
    world.stdout.write(`${renderJson(toDocument(described, view))}\n`);
  } else if (globals.jsonl) {
    printRecords({ ...described, kind: "document", text: () => [] }, view, world);
  } else {
    world.stdout.write(bytes);
  }
  return 0;
}

async function printStream(
  answer: StreamAnswer,
  globals: Globals,
  view: View,
  world: World,
): Promise<number> {
  const iterator = answer.items[Symbol.asyncIterator]();
  let isInterrupted = false;
  const interrupted = world.interrupted().then(() => {
    isInterrupted = true;
    return { done: true as const, value: undefined };
  });
  for (;;) {
    const next = await Promise.race([iterator.next(), interrupted]);
    if (next.done === true) break;
    if (globals.jsonl) world.stdout.write(`${renderJson(next.value.record)}\n`);
    else writeLines(next.value.text(view), world.stdout);
  }
  if (globals.jsonl) world.stdout.write(`${renderJson({ type: "end", schema: answer.schema })}\n`);
  // Not awaited: a generator that waits for the next item would never come to its end.
  void iterator.return?.();
  return isInterrupted ? interruptedExit : 0;
}

/** 128 + SIGINT, as shells count it. */
const interruptedExit = 130;
