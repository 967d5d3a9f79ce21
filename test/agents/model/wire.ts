import type { Answer, Conversation } from "./script.ts";

/** A request as it came. */
export interface Asked {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: what agents send is read as it is
  readonly body: any;
}

/** One event of a stream; `event` where the format names its events. */
export interface StreamEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** One format in which agents talk with a model. */
export interface Wire {
  /** True for the path of a request of this format. */
  readonly isAsked: (path: string) => boolean;
  readonly read: (asked: Asked) => Conversation;
  readonly render: (answer: Answer, asked: Asked) => readonly StreamEvent[];
  /** The answer to a request that wants no stream. */
  readonly renderWhole: (answer: Answer, asked: Asked) => unknown;
}

/** The texts in a content that is a text, or a list of parts. */
export function textsOf(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) =>
    typeof part === "string" ? [part] : typeof part?.text === "string" ? [part.text] : [],
  );
}
