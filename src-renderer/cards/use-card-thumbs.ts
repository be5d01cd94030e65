import { shallowRef, watch } from 'vue'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'

/** Pictures requested in one call. */
const BATCH = 24

/** Small pictures of what is on a card; visible ones are requested, the latest first. */
export function useCardThumbs(scanId: () => string) {
  const { library } = useClient()
  const loads = useLoads()
  const thumbs = shallowRef<ReadonlyMap<number, string>>(new Map())
  const asked = new Set<number>()
  let waiting: number[] = []
  let isAsking = false
  watch(scanId, () => {
    thumbs.value = new Map()
    asked.clear()
    waiting = []
  })
  const ask = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    while (waiting.length > 0) {
      const items = waiting.splice(0, BATCH)
      for (const index of items) asked.add(index)
      const id = scanId()
      const found = (await loads.ask(() => library.cards.thumbs({ scanId: id, items }))) ?? []
      if (id !== scanId()) continue
      const next = new Map(thumbs.value)
      for (const [at, address] of found.entries()) if (address) next.set(items[at]!, address)
      thumbs.value = next
    }
    isAsking = false
  }
  const want = (indices: readonly number[]): void => {
    waiting = indices.filter((index) => !asked.has(index))
    void ask()
  }
  return { thumbs, want }
}
