/**
 * Rows in the order of a number, grouped by it: `take(5)` returns those of 5 and skips earlier ones. Numbers are
 * requested in ascending order, so that only one row is in memory.
 */
export function groupRows<Row>(rows: Iterable<Row>, keyOf: (row: Row) => number): { take(key: number): Row[] } {
  const iterator = rows[Symbol.iterator]()
  let next = iterator.next()
  return {
    take(key) {
      const found: Row[] = []
      while (!next.done && keyOf(next.value) <= key) {
        if (keyOf(next.value) === key) found.push(next.value)
        next = iterator.next()
      }
      return found
    },
  }
}
