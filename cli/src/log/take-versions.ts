import {
  cursorBefore,
  fileOfVersion,
  type LogQuestion,
  type OpenHome,
  openScope,
  parseVersionWord,
  type Selection,
  stepBack,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import type { Call } from "../frame/call/command.ts";
import { splitRange } from "../scope/range-word.ts";
import { type logFlags, logQuestion } from "./flags.ts";

/** A question in which versions that stood where paths do are what they mean. */
export interface Asked {
  readonly question: LogQuestion;
  /** The version that the page is to be about. */
  readonly around: Snapshot | undefined;
}

/** Rows of a page about one version. */
export const rowsAround = 20;

/**
 * Takes versions from the front of the words: one is its file around that version, two are the span
 * between them, of their file where they are of one. `v8..v336` is two, as in git.
 */
export function takeVersions(typed: Call<typeof logFlags>, home: OpenHome): Asked {
  const call = { ...typed, args: typed.args.flatMap((word) => splitRange(word, isVersion)) };
  const question = logQuestion(call);
  const [first = "", second = ""] = call.args;
  const named = parseVersionWord(first);
  if (named === undefined) return { question, around: undefined };
  checkSpan(call);
  const scope = openScope(call.asker, home, []);
  const { timeline } = scope.reader;
  const version = stepBack(timeline, named.id, named.back);
  const file = fileOfVersion(scope, version);
  const asked = { ...question, interim: question.interim || !version.settled };
  const until = parseVersionWord(second);
  if (until === undefined) {
    if (call.args.length > 1)
      throw new UnfError("usage", `${first} names its file; "${second}" is one word too many`);
    return {
      question: { ...asked, paths: [file.path], noFollow: question.noFollow || file.noFollow },
      // A listing that is followed begins at its end.
      around: call.flags.follow ? undefined : version,
    };
  }
  const last = stepBack(timeline, until.id, until.back);
  const isOneFile = fileOfVersion(scope, last).path === file.path;
  const paths = call.args.slice(2);
  const [since, upTo] = version.id <= last.id ? [first, second] : [second, first];
  return {
    question: {
      ...question,
      ...{ since, until: upTo },
      paths: paths.length === 0 && isOneFile ? [file.path] : paths,
      interim: question.interim || !version.settled || !last.settled,
    },
    around: undefined,
  };
}

function isVersion(word: string): boolean {
  return parseVersionWord(word) !== undefined;
}

/** The cursor of a page that has the version in its middle. */
export function cursorAround(
  selection: Selection,
  around: Snapshot | undefined,
  limit: number,
): string | undefined {
  return around === undefined ? undefined : cursorBefore(selection, around, limit >> 1);
}

function checkSpan({ flags, args: [word = ""] }: Call<typeof logFlags>): void {
  const names = ["global", "since", "until", "cursor", "sessions"] as const;
  const other = names.find((name) => flags[name] !== undefined && flags[name] !== false);
  if (other === undefined) return;
  throw new UnfError("usage", `${word} says itself what is listed; --${other} has no place there`, {
    hint: `a file of that name is ./${word}`,
  });
}
