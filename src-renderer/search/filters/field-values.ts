/** A value of a field, with the number of photos. */
export type FieldValue = {
  value: string
  label: string
  count: number
  /** The English name, if `label` is in the person's language. */
  name?: string
  /** The colour to show beside a colour label. */
  labelColor?: string
}

/**
 * The library's values in an order of their own, with the counts of the shown photos. A value keeps its place while
 * others are chosen, and one that no shown photo has counts 0 (`ChipRow.vue` hides it).
 */
export function steadyValues<Entry extends { count: number }>(
  all: readonly Entry[],
  shown: readonly Entry[],
  describe: (entry: Entry) => Omit<FieldValue, 'count'>,
): FieldValue[] {
  const counts = new Map(shown.map((entry) => [describe(entry).value, entry.count]))
  const known = new Map([...all, ...shown].map((entry) => [describe(entry).value, entry]))
  return [...known.values()].map((entry) => {
    const described = describe(entry)
    return { ...described, count: counts.get(described.value) ?? 0 }
  })
}

/** The sum of the counts that satisfy a test. */
export function countWhere<Entry extends { count: number }>(
  entries: readonly Entry[],
  isCounted: (entry: Entry) => boolean,
): number {
  return entries.reduce((sum, entry) => sum + (isCounted(entry) ? entry.count : 0), 0)
}
