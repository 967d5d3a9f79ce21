/** What became of one path of a plan. */
interface Outcome {
  readonly action: { readonly kind: string };
  readonly rescued?: unknown;
  readonly unkept?: unknown;
}

/** True where more happened to the path than its plan says, or nothing did. */
export function isTold({ action, rescued, unkept }: Outcome): boolean {
  return rescued !== undefined || unkept !== undefined || !doneKinds.has(action.kind);
}

const doneKinds: ReadonlySet<string> = new Set(["write", "chmod", "delete"]);
