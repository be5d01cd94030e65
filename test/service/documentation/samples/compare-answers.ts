/** Lists in samples are cut to this many items. */
export const MAX_ITEMS = 10

/**
 * Differences of an answer from its sample, as `path: what`. Kinds, fields and texts must be equal; numbers may differ
 * by 3 or 5 %, and one item in five of a list may be another of the same shape, since processors round differently.
 */
export function findDifferences(sample: unknown, answer: unknown, path = 'answer'): string[] {
  if (kindOf(sample) !== kindOf(answer)) return [`${path}: ${kindOf(answer)} instead of ${kindOf(sample)}`]
  if (Array.isArray(sample)) return compareLists(sample, answer as unknown[], path)
  if (typeof sample === 'object' && sample !== null) return compareRecords(sample, answer as object, path)
  const isSame =
    typeof sample === 'number'
      ? Math.abs(sample - (answer as number)) <= Math.max(3, Math.abs(sample) * 0.05)
      : sample === answer
  return isSame ? [] : [`${path}: ${JSON.stringify(answer)} instead of ${JSON.stringify(sample)}`]
}

/** Whether two answers have the same fields of the same kinds, whatever their values and however long their lists. */
export function haveSameShape(one: unknown, other: unknown): boolean {
  return JSON.stringify(shapeOf(one)) === JSON.stringify(shapeOf(other))
}

/** The answer with its lists cut. */
export function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cutLists)
  return typeof value === 'object' && value !== null ? mapValues(value, cutLists) : value
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
const mapValues = (record: object, map: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

function compareRecords(sample: object, answer: object, path: string): string[] {
  const names = (record: object) => Object.keys(record).sort().join(', ')
  if (names(sample) !== names(answer)) return [`${path}: fields ${names(answer)} instead of ${names(sample)}`]
  const found: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(answer))
  return Object.entries(sample).flatMap(([name, value]) => findDifferences(value, found[name], `${path}.${name}`))
}

function compareLists(sample: readonly unknown[], answer: readonly unknown[], path: string): string[] {
  if (sample.length !== answer.length) return [`${path}: ${answer.length} items instead of ${sample.length}`]
  const left = [...answer]
  const missing = sample.filter((item) => {
    const at = left.findIndex((other) => findDifferences(item, other).length === 0)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const hasOtherShape = missing.some((item, n) => !haveSameShape(item, left[n]))
  if (missing.length <= Math.floor(sample.length / 5) && !hasOtherShape) return []
  return missing.flatMap((item, n) => findDifferences(item, left[n], `${path}[${sample.indexOf(item)}]`))
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return kindOf(value)
  const isByNumber = Object.keys(value).every((name) => /^\d+$/.test(name))
  return isByNumber
    ? 'map'
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, item]) => [name, shapeOf(item)]),
      )
}
