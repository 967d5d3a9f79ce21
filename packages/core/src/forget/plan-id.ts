import type { ProjectId } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { TextPlace } from "../timeline/forgetting.ts";

/** A plan to forget in one project. `mark`: stands for its rows. */
export interface MarkedPlan {
  readonly project: ProjectId;
  readonly mark: string;
  /** Texts that are changed besides. */
  readonly texts: readonly TextPlace[];
}

/** `pl-` and 8 hex digits, as of other plans. Orders that mean the same rows and texts have equal ids. */
export function forgetPlanId(plans: readonly MarkedPlan[]): string {
  const words = plans
    .map(({ project, mark, texts }) =>
      [`${project}:${mark}`, ...texts.map(({ of, part }) => `${of}:${part}`).sort()].join("+"),
    )
    .sort();
  let sum = 0x811c9dc5;
  for (const byte of encodeUtf8(words.join(" "))) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return `pl-${sum.toString(16).padStart(8, "0")}`;
}
