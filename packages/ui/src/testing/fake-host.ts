import type { UiHost } from "../base/host.ts";

/** A host that knows one project and nothing else; `said` has what it was warned of. */
export function fakeHost(more: Partial<UiHost> = {}): UiHost & { readonly said: string[] } {
  const said: string[] = [];
  let drawn = 0;
  return {
    version: "0.0.1",
    now: () => 1_800_000_000_000,
    randomKey: () => `key-${++drawn}-of-this-run`,
    answer: async () => ({ kind: "failed", code: "not_found", message: "no", hint: undefined }),
    plan: async () => ({ kind: "failed", code: "not_found", message: "no", hint: undefined }),
    carryOut: async () => ({ kind: "failed", code: "not_found", message: "no", hint: undefined }),
    follow: async function* () {},
    recording: async () => ({
      kind: "answered",
      value: { isRecording: false, why: "nobody records" },
    }),
    isOfAnotherUser: async () => false,
    giveBackMemory: async () => undefined,
    every: () => ({ [Symbol.dispose]: () => undefined }),
    whyReadOnly: async () => undefined,
    warn: (text) => void said.push(text),
    ...more,
    said,
  };
}
