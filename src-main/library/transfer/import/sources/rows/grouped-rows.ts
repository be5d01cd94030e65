/**
 * Rows that come in the order of a number, handed out by it: `take(5)` gives those of 5 and passes over those before.
 * Numbers are asked for in rising order, so that nothing but one row is held in memory.
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
