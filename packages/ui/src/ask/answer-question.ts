import { type Answered, Refused, type UiHost } from "../base/host.ts";
import { isQuestion, parseQuestion } from "./questions.ts";

/** Answers `/api/ask/<name>` as `--json` prints it. Throws `Refused`. */
export async function answerQuestion(
  host: UiHost,
  name: string,
  { project, ...given }: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<object> {
  if (!isQuestion(name)) throw new Refused(404, "not_found", "there is no such question");
  // Without a project all of them are meant where that can be.
  const scope = project === undefined && ofAll.includes(name) ? { isGlobal: true } : {};
  const parsed = parseQuestion(name, { ...scope, ...given });
  if ("why" in parsed) throw new Refused(400, "usage", parsed.why);
  const answered = await host.answer(name, parseProject(project), parsed.asked, signal);
  return toDocument(host, `unf.${name}/1`, answered);
}

/** Throws `Refused` where the program could not answer. */
function toDocument(host: UiHost, schema: string, answered: Answered<object>): object {
  if (answered.kind === "failed") throw refusalOf(answered);
  return { schema, generated_at: new Date(host.now()).toISOString(), ...answered.value };
}

/** The root or the id of a project. Throws `Refused`. */
export function parseProject(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  // A relative path would be meant from where the server happens to run.
  if (typeof given === "string" && /^(\/|p-[0-9a-f]{16}$)/.test(given) && given.length <= 4096)
    return given;
  throw new Refused(400, "usage", "project is the root or the id of a project");
}

/** A failure of the program, as it is said to the page. */
export function refusalOf({ code, message, hint }: Extract<Answered<object>, { kind: "failed" }>) {
  return new Refused(statuses[code] ?? 500, code, message, hint);
}

const ofAll: readonly string[] = ["density", "happenings", "log", "recap"];

const statuses: Readonly<Record<string, number>> = {
  usage: 400,
  bad_time: 400,
  future_time: 400,
  not_watched: 404,
  not_found: 404,
  needs_confirmation: 403,
  refused: 403,
  conflict: 409,
};
