/** Small values of a library, in memory. */
export function createState() {
  const values = new Map<string, string>()
  return {
    getState: (key: string): string | null => values.get(key) ?? null,
    setState: (key: string, value: string | null): void =>
      void (value === null ? values.delete(key) : values.set(key, value)),
  }
}
