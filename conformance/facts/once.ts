/** A function that computes its result once for each object that it is given. */
export function once<From extends object, Result>(compute: (from: From) => Result): (from: From) => Result {
  const known = new WeakMap<From, { readonly result: Result }>();
  return (from) => {
    const found = known.get(from) ?? { result: compute(from) };
    known.set(from, found);
    return found.result;
  };
}
