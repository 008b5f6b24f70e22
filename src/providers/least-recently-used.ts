/** A cache of byte arrays that evicts the least recently used when it exceeds a number of bytes. */
export const makeLeastRecentlyUsed = (maximumBytes: number) => {
  // A map iterates its keys in the order of insertion.
  const entries = new Map<string, Uint8Array>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }

  return {
    get: (key: string): Uint8Array | undefined => {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set: (key: string, value: Uint8Array): void => {
      remove(key)
      if (value.length > maximumBytes) return
      entries.set(key, value)
      bytes += value.length
      for (const oldest of entries.keys()) {
        if (bytes <= maximumBytes) return
        remove(oldest)
      }
    }
  }
}
