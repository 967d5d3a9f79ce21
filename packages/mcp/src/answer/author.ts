import type { Questions } from "@unf/answers";
import { pick } from "./pick.ts";

type AuthoredLine = Questions["blame"]["answer"]["lines"][number];
type Authored = Pick<AuthoredLine, "author" | "candidates" | "session" | "turn">;

/** The author of a version or a line. */
export function authorFields(authored: Authored) {
  return pick(authored, ["author", "session", "turn", "candidates"]);
}
