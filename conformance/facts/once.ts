/** A function that computes its result once for each object that it is given. */
export function once<From extends object, Result>(compute: (from: From) => Result): (from: From) => Result {
  const known = new WeakMap<From, { readonly result: Result }>();
  return (from) => {
    const found = known.get(from) ?? { result: compute(from) };
    known.set(from, found);
    return found.result;
  };
}

/** An object whose members are computed when they are first read, from the object itself. */
export function lazily<Members extends object>(
  definitions: {
    readonly [Name in keyof Members]: (members: Members) => Members[Name];
  },
): Members {
  const members = {} as Members;
  for (const name of Object.keys(definitions) as (keyof Members)[]) {
    const get = () => {
      const value = definitions[name](members);
      Object.defineProperty(members, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(members, name, { get, enumerable: true, configurable: true });
  }
  return members;
}
