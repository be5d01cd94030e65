import { MAX_EXAMPLES } from '../../src-main/contract/analysis/classifier.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'

/** Reading the tags of more photos would keep a person waiting. */
const MAX_DETAILS = 50

/**
 * Photos to train a tag on: the selected ones that were tagged by hand, the other selected ones, and all photos of the
 * library that were tagged by hand.
 */
export type Examples = { chosen: PhotoId[]; others: PhotoId[]; all: PhotoId[] }

/** Finds examples by the person's own tags on selected photos. */
export function useExamples() {
  const { library } = useClient()

  /** Tags that came from a person or the file, most frequent first. */
  const ownTagsOf = async (ids: readonly PhotoId[]): Promise<string[]> => {
    const details = await Promise.all(ids.slice(0, MAX_DETAILS).map((id) => library.photos.get({ id })))
    const counts = new Map<string, number>()
    for (const { name, source } of details.flatMap(({ tags }) => tags))
      if (source === 'person' || source === 'file') counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name)
  }
  /** A tag given by hand has full confidence; nothing else does. */
  const examplesOf = async (name: string, ids: readonly PhotoId[]): Promise<Examples> => {
    const all = await library.photos.ids({ filter: { tags: [name], minConfidence: 100 } })
    const carriers = new Set(all)
    const first = (list: readonly PhotoId[]): PhotoId[] => list.slice(0, MAX_EXAMPLES)
    return {
      chosen: first(ids.filter((id) => carriers.has(id))),
      others: first(ids.filter((id) => !carriers.has(id))),
      all: first(all),
    }
  }
  return { ownTagsOf, examplesOf }
}
