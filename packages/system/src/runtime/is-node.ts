/** False where another runtime runs the program, whose engine has no flags of V8. */
export const isNode: boolean = !("Bun" in globalThis);
