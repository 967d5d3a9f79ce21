/** A bug in unf: something the code relies on is not so. Never caught inside the program. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}

/** Throws `InvariantViolation` when `condition` is false. For bugs only, never for bad input. */
export function invariant(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new InvariantViolation(claim);
}
