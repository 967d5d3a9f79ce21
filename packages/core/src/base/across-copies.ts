/**
 * Has `instanceof` know the instances of every copy of a class. A command that stands in a file of its
 * own holds one, the parts of the whole program another, and a failure goes from one to the other.
 * `name` is the class's alone in the whole program; its subclasses are told apart as always.
 */
export function knowAcrossCopies(
  Class: abstract new (...args: never[]) => object,
  name: string,
): void {
  const mark = Symbol.for(`unf.${name}`);
  Object.defineProperty(Class.prototype, mark, { value: true });
  Object.defineProperty(Class, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== Class) return Function.prototype[Symbol.hasInstance].call(this as never, value);
      return typeof value === "object" && value !== null && mark in value;
    },
  });
}
