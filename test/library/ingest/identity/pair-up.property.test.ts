import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedFile } from '../../../../src-main/library/ingest/identity/identity-types.ts'
import { pairUp } from '../../../../src-main/library/ingest/identity/pair-up.ts'
import { Pauses } from '../../../../src-main/library/ingest/identity/pauses.ts'

const place = fc.record({
  folder: fc.constantFrom('1', '1/x', '1/y', '1/y/x', '2', '2/x', '2/y/x'),
  name: fc.constantFrom('a.jpg', 'b.jpg', 'c.jpg'),
})
const toFile = (each: { folder: string; name: string }): ListedFile => ({
  ...each,
  bytes: 1,
  modifiedMs: 1,
  fileKey: null,
})
const files = fc.array(place.map(toFile), { maxLength: 7 })
/** Pairs with different pictures, by number. */
const given = fc.record({ known: files, found: files, others: fc.uniqueArray(fc.nat(48), { maxLength: 25 }) })

type Pair = { known: ListedFile; found: ListedFile }

/** The number of equal folder names around two files; an equal file name counts more than any number of them. */
function scoreOf({ known, found }: Pair): number {
  const [a, b] = [known.folder.split('/').toReversed(), found.folder.split('/').toReversed()]
  const differing = a.findIndex((name, at) => name !== b[at])
  return (known.name === found.name ? 100 : 0) + (differing < 0 ? a.length : differing)
}

/** The specification: the best pair of unmatched files, until none is left. */
function chooseOneByOne(all: readonly Pair[]): { matched: Pair[]; tied: Pair[] } {
  const matched: Pair[] = []
  for (let left = [...all]; ;) {
    const isRival = (a: Pair, b: Pair) => a !== b && (a.known === b.known || a.found === b.found)
    const best = left.filter((pair) => left.every((each) => !isRival(each, pair) || scoreOf(each) < scoreOf(pair)))
    if (best.length === 0) return { matched, tied: left }
    matched.push(...best)
    left = left.filter((pair) => !best.includes(pair) && !best.some((each) => isRival(each, pair)))
  }
}

test('pairs are those that comparing each with each would choose', () =>
  fc.assert(
    fc.asyncProperty(given, async ({ known, found, others }) => {
      const isOther = new Set(others)
      const pairs = known.flatMap((one, row) =>
        found.flatMap((other, column) => (isOther.has(row * 7 + column) ? [] : [{ known: one, found: other }])),
      )
      const compare = (one: ListedFile, other: ListedFile) =>
        pairs.find((pair) => pair.known === one && pair.found === other) ?? null
      const { matched, tied } = await pairUp([{ known, found }], compare, new Pauses())
      const wanted = chooseOneByOne(pairs)
      expect(new Set(matched)).toEqual(new Set(wanted.matched))
      expect(new Set(tied)).toEqual(new Set(wanted.tied))
    }),
    { numRuns: 2000 },
  ))
