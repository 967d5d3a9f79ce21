import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Interposer } from "../native/interposer.ts";
import type { OperationName } from "../program/operation.ts";
import type { Place } from "../program/recording.ts";
import { type Running, type Stage, startProgram } from "../stage.ts";

export interface PlayedOperation {
  readonly interposer: Interposer;
  readonly operation: OperationName;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/** The files of one place: what faults are to hit. */
export function filesOf({ root }: Place): string {
  return `${join(root, "..")}/`;
}

/**
 * Starts a program that carries out the operation. `actions` (`KILL 3`) are for its calls that
 * change something in the home or in the project. `hold`: it stays after its answer.
 */
export function startOperation(
  { interposer, operation, tree }: PlayedOperation,
  place: Place,
  {
    actions,
    end = "exit",
  }: { readonly actions: readonly string[]; readonly end?: "exit" | "hold" },
): Running {
  const rules = actions.map((action) => `* ${filesOf(place)} ${action}`).join("\n");
  return startProgram({
    name: "operate",
    args: [place.home, place.root, operation, end, rules],
    env: interposer.environment(ruleFiles(place)),
    ...(tree === undefined ? {} : { tree }),
  });
}

/** The calls of an operation when nothing goes wrong, played in a place of its own. */
export async function listCalls(stage: Stage, row: PlayedOperation): Promise<string[]> {
  const place = stage.place("whole");
  const { code, lines, stderr } = await startOperation(row, place, { actions: ["LOG 1+"] }).ended;
  const told = lines.find((line) => line.told !== undefined)?.told;
  if (code !== 0 || told?.exit !== 0)
    throw new Error(`without a fault it ended with ${code}, ${told?.text}: ${stderr}`);
  return readCalls(place);
}

/** Where the interposer reads rules and writes calls of one place. */
export function ruleFiles(place: Place): { readonly control: string; readonly log: string } {
  // Beside the place: nothing may be written into what faults are to hit.
  const directory = join(place.root, "..");
  return { control: `${directory}.rules`, log: `${directory}.calls` };
}

/** The calls that were logged in one place. */
export function readCalls(place: Place): string[] {
  const text = readFileSync(ruleFiles(place).log, "utf8");
  return text.replaceAll(join(place.root, ".."), "").trimEnd().split("\n");
}

/** True while the program stands still at a call. */
export function isStopped(pid: number | undefined): boolean {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("T") === true;
}

/** True when the program stands still at a call, or has said that it is through, or has ended. */
export function isTime({ child, lines }: Running): boolean {
  return child.exitCode !== null || lines.length > 0 || isStopped(child.pid);
}
