/** A value of a field, with how many photos have it. */
export type FieldValue = {
  value: string
  label: string
  count: number
  /** The English name, where `label` is in the person's language. */
  name?: string
  /** Of a colour label, the colour to show beside it. */
  labelColor?: string
}

/**
 * The values that the library has, in an order of their own, with the counts of what is shown: a value keeps its place
 * while others are chosen, and one that nothing shown has counts 0 (`ChipRow.vue` folds it away).
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

/** The sum of the counts that a test lets pass. */
export function countWhere<Entry extends { count: number }>(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
): number {
  return entries.reduce((sum, entry) => sum + (passes(entry) ? entry.count : 0), 0)
}
