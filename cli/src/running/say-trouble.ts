import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { Viewer } from "@unf/core/time";
import type { Trouble } from "@unf/core/trouble";
import { renderMinute, sinceText } from "./since-text.ts";

/** The reader who is told, and the way of telling. */
export interface Told {
  readonly viewer: Viewer;
  readonly userHome: string | undefined;
  /** The sign between what is so and the way out of it. */
  readonly between: string;
}

/** One line: what is not recorded, since when, why, and the way out. */
export function troubleLine(trouble: Trouble, told: Told): string {
  const { text, wayOut } = describe(trouble, told);
  return `${text} ${told.between} ${wayOut}`;
}

/** True for what a person asked for: only who asks for recordings need be told of it. */
export function isWanted({ kind }: Trouble): boolean {
  return kind === "stopped" || kind === "unwatched";
}

function describe(
  trouble: Trouble,
  told: Told,
): { readonly text: string; readonly wayOut: string } {
  const off = (since: Parameters<typeof sinceText>[0], why = "") =>
    `not recording${sinceText(since, told.viewer)}${why === "" ? "" : `: ${why}`}`;
  switch (trouble.kind) {
    case "stopped":
      return { text: off(trouble.since), wayOut: "unf start" };
    case "unwatched": {
      const why = `${name(trouble.root, told)} is not watched`;
      return { text: off(trouble.since, why), wayOut: `unf watch ${name(trouble.root, told)}` };
    }
    case "absent":
      return { text: off(trouble.since, whyAbsent(trouble, told)), wayOut: "unf start" };
    case "occupied":
      return {
        text: off(trouble.since, `${escapeForDisplay(trouble.command)} is at work on the store`),
        wayOut: "it begins again when that ends",
      };
    case "hung":
      return {
        text: off(trouble.since, `daemon ${trouble.pid} does nothing`),
        wayOut: "unf restart",
      };
    case "projects":
      return {
        text: `${trouble.count} of ${trouble.of} projects are not recorded`,
        wayOut: "unf status",
      };
    case "safe_mode": {
      const since = sinceText(trouble.since, told.viewer);
      const text = `recording in safe mode${since}, after repeated crashes: agents are not heard`;
      return { text, wayOut: "unf restart" };
    }
    case "project":
      return describeProject(trouble, told);
  }
}

function describeProject(
  { root, state, since, why }: Extract<Trouble, { kind: "project" }>,
  told: Told,
): { readonly text: string; readonly wayOut: string } {
  const at = name(root, told);
  const from = sinceText(since, told.viewer);
  const cause = escapeForDisplay(why);
  if (state === "sweeps")
    return { text: `${at} is recorded by sweeps only${from}: ${cause}`, wayOut: "unf status" };
  const text = `not recording ${at}${from}: ${cause}`;
  const wayOut = {
    stopped: "unf status",
    error: "unf status",
    missing: "moved? unf watch <new place> --relink",
    quarantined: `unf watch ${at}`,
  }[state];
  return { text, wayOut };
}

function whyAbsent(
  { crashes, until }: Extract<Trouble, { kind: "absent" }>,
  { viewer }: Told,
): string {
  if (until === undefined || until <= viewer.now) return "the daemon should run and does not";
  const often = crashes === 1 ? "" : ` ${crashes} times`;
  const why = crashes === 0 ? "the daemon ended" : `the daemon crashed${often}`;
  return `${why}; the next start is at ${renderMinute(until, viewer)}`;
}

function name(root: string, { userHome }: Told): string {
  return escapeForDisplay(shortenHome(root, userHome));
}
