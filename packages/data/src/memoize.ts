/** Gives what makes a value when it is first asked for, and returns that one from then on. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
