/** Where a rebuilt timeline lies, complete, until it takes the place of the damaged one. */
export function rebuiltPath(timeline: string): string {
  return `${timeline}.rebuilt`;
}
