import type { FileLook } from './identity-types.ts'

/** A known file and a found file that have the same picture. */
export type Pair<Known, Found> = { known: Known; found: Found }

/** More than any number of folders. */
const SAME_NAME = 10_000

/**
 * Chooses among pairs of equal pictures: by name, then by the folders that lie around them, from the innermost
 * outwards. A pair is chosen where no other pair of either file is as good; `tied` are those that nothing tells apart.
 */
export function pairUp<Each extends Pair<FileLook, FileLook>>(
  pairs: readonly Each[],
): { matched: Each[]; tied: Each[] } {
  const scores = new Map(pairs.map((pair) => [pair, scoreOf(pair)]))
  const ofFile = new Map<FileLook, Set<Each>>()
  for (const pair of pairs)
    for (const file of [pair.known, pair.found]) ofFile.set(file, (ofFile.get(file) ?? new Set()).add(pair))
  const matched: Each[] = []
  const rivalsOf = ({ known, found }: Each) => [...(ofFile.get(known) ?? []), ...(ofFile.get(found) ?? [])]
  const isBest = (pair: Each) =>
    rivalsOf(pair).every((rival) => rival === pair || (scores.get(rival) ?? 0) < (scores.get(pair) ?? 0))
  for (let left = pairs.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0)); left.length > 0;) {
    const best = left.filter((pair) => scores.has(pair) && isBest(pair))
    if (best.length === 0) return { matched, tied: left.filter((pair) => scores.has(pair)) }
    for (const pair of best) {
      matched.push(pair)
      for (const rival of rivalsOf(pair)) remove(rival)
    }
    left = left.filter((pair) => scores.has(pair))
  }
  return { matched, tied: [] }

  function remove(pair: Each): void {
    scores.delete(pair)
    ofFile.get(pair.known)?.delete(pair)
    ofFile.get(pair.found)?.delete(pair)
  }
}

const scoreOf = ({ known, found }: Pair<FileLook, FileLook>) =>
  (known.name === found.name ? SAME_NAME : 0) + countSameFolders(known.folder, found.folder)

/** How many folders around two files are called alike, counted outwards from the files. */
function countSameFolders(a: string, b: string): number {
  const [first, second] = [a.split('/').toReversed(), b.split('/').toReversed()]
  const differing = first.findIndex((name, at) => name !== second[at])
  return differing < 0 ? first.length : differing
}
