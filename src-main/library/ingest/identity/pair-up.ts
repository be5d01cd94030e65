import type { Group } from './group-files.ts'
import type { ListedFile } from './identity-types.ts'
import { type Compare, type Pair, Pairing } from './pairing.ts'
import type { Pauses } from './pauses.ts'

/**
 * Pairs equal pictures: by name, then by the folders above them, from the innermost outwards. A pair is chosen if no
 * other pair of either file is as good; `tied` are some indistinguishable pairs of each known file. The time depends on
 * the number of files, not on that of pairs.
 */
export async function pairUp<Known extends ListedFile, Found extends ListedFile, Each extends Pair<Known, Found>>(
  groups: Iterable<Group<Known, Found>>,
  compare: Compare<Known, Found, Each>,
  pauses: Pauses,
): Promise<{ matched: Each[]; tied: Each[] }> {
  const matched: Each[] = []
  const tied: Each[] = []
  for (const group of groups) {
    await pauses.each()
    const only = onlyPair(group, compare)
    if (only === undefined) await pairUpGroup(new Pairing(group, compare), { matched, tied }, pauses)
    else if (only !== null) matched.push(only)
  }
  return { matched, tied }
}

/** The pair of a group of two, null if it is none, undefined for a larger group. */
function onlyPair<Known, Found, Each>(
  { known, found }: Group<Known, Found>,
  compare: Compare<Known, Found, Each>,
): Each | null | undefined {
  const [[one, ...others], [other, ...more]] = [known, found]
  return one === undefined || other === undefined || others.length + more.length > 0 ? undefined : compare(one, other)
}

async function pairUpGroup<Known extends ListedFile, Found extends ListedFile, Each extends Pair<Known, Found>>(
  pairing: Pairing<Known, Found, Each>,
  { matched, tied }: { matched: Each[]; tied: Each[] },
  pauses: Pauses,
): Promise<void> {
  for (const isNamed of [true, false])
    for (let folders = pairing.depth; folders >= 0 && pairing.isOpen; folders--)
      for (const level of pairing.level(isNamed, folders)) {
        await pauses.each()
        matched.push(...pairing.settle(level))
      }
  for (const known of pairing.known) {
    await pauses.each()
    tied.push(...pairing.tiesOf(known))
  }
}
