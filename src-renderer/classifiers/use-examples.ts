import { MAX_EXAMPLES } from '../../src-main/contract/analysis/classifier.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'

/** Looking at very many photos for their tags would keep a person waiting. */
const MAX_LOOKED_AT = 50

/**
 * Photos for learning a tag: those chosen that carry it by hand, those chosen that do not, and all of the library that
 * do.
 */
export type Examples = { chosen: PhotoId[]; others: PhotoId[]; all: PhotoId[] }

/** Finds what a person's own tags on chosen photos can be learned from. */
export function useExamples() {
  const { library } = useClient()

  /** Tags that came from a person or the file, most frequent first. */
  const ownTagsOf = async (ids: readonly PhotoId[]): Promise<string[]> => {
    const details = await Promise.all(ids.slice(0, MAX_LOOKED_AT).map((id) => library.photos.get({ id })))
    const counts = new Map<string, number>()
    for (const { name, source } of details.flatMap(({ tags }) => tags))
      if (source === 'person' || source === 'file') counts.set(name, (counts.get(name) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name]) => name)
  }
  /** A tag given by hand has full confidence; nothing that was found has. */
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
