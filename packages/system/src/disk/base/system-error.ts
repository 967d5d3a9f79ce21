/** An error as the system gives it, for what no call of it tells. */
export function systemError(code: string, message: string): Error & { readonly code: string } {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
