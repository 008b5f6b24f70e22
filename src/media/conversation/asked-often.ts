/** Keeps what a function finds out about each object: rules ask at every event, and the words do not change. */
export const askedOften = <K extends object, Others extends ReadonlyArray<unknown>, A extends {}>(
  find: (key: K, ...others: Others) => A
): ((key: K, ...others: Others) => A) => {
  const found = new WeakMap<K, A>()
  return (key, ...others) => {
    const known = found.get(key)
    if (known !== undefined) return known
    const answer = find(key, ...others)
    found.set(key, answer)
    return answer
  }
}
