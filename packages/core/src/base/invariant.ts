/** A bug in unf: something the code relies on is not so. Never caught inside the program. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}

/** Throws `InvariantViolation` when `condition` is false. For bugs only, never for bad input. */
export function invariant(condition: boolean, claim: string): asserts condition {
  if (!condition) throw new InvariantViolation(claim);
}

/** Ends a `switch` over a union: adding a member without a case then fails to compile. */
export function unreachable(value: never, where: string): never {
  throw new InvariantViolation(`${where}: unexpected ${JSON.stringify(value)}`);
}
