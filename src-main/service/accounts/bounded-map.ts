/** A map of at most `most` entries; the one longest unused goes first. */
export function createBoundedMap<V>(most: number) {
  const entries = new Map<string, V>()
  return {
    get(key: string): V | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value) // a Map keeps the order of insertion, so the first entry is the one longest unused
      return value
    },
    set(key: string, value: V): void {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (oldest !== undefined && entries.size > most) entries.delete(oldest)
    },
  }
}
