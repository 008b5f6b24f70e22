/** A cache that evicts the least recently used when the values exceed a number of bytes. */
export const makeLeastRecentlyUsed = <A>(maximumBytes: number, bytesOf: (value: A) => number) => {
  // A map iterates its keys in the order of insertion.
  const entries = new Map<string, A>()
  let bytes = 0

  const remove = (key: string) => {
    const value = entries.get(key)
    if (value !== undefined) bytes -= bytesOf(value)
    entries.delete(key)
  }

  return {
    get: (key: string): A | undefined => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key: string, value: A): void => {
      remove(key)
      if (bytesOf(value) > maximumBytes) return
      entries.set(key, value)
      bytes += bytesOf(value)
      for (const oldest of entries.keys()) {
        if (bytes <= maximumBytes) return
        remove(oldest)
      }
    }
  }
}
