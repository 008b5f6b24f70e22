/** A cache of byte arrays that evicts the least recently used when it exceeds a number of bytes. */
export const makeLeastRecentlyUsed = (maximumBytes: number) => {
  // A map iterates its keys in the order of insertion.
  const kept = new Map<string, Uint8Array>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }

  return {
    get: (key: string): Uint8Array | undefined => {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set: (key: string, value: Uint8Array): void => {
      remove(key)
      if (value.length > maximumBytes) return
      kept.set(key, value)
      bytes += value.length
      for (const oldest of kept.keys()) {
        if (bytes <= maximumBytes) return
        remove(oldest)
      }
    }
  }
}
