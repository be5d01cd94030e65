import { watchDebounced } from '@vueuse/core'
import { shallowRef, type ShallowRef } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { KeywordSuggestion } from '../../src-main/contract/library/keywords.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { CallOrder } from '../client/call-order.ts'
import { useKeywords } from './use-keywords.ts'

/** A person who steps through photos by key causes no requests on the way. */
const QUIET_MS = 200

/** Keywords that may fit photos; requested again when the photos or their keywords change. */
export function useSuggestions(ids: () => readonly PhotoId[]): {
  suggestions: Readonly<ShallowRef<readonly KeywordSuggestion[]>>
  /** Removes one at once, before the library answers. */
  leaveOut(name: string): void
} {
  const { keywords: calls } = useClient().library
  const keywords = useKeywords(),
    loads = useLoads()
  const suggestions = shallowRef<readonly KeywordSuggestion[]>([])
  const order = new CallOrder()
  watchDebounced(
    [ids, () => keywords.serial],
    async ([now], [before]) => {
      const isLatest = order.start()
      if (before !== undefined && now.join() !== before.join()) suggestions.value = []
      const found = now.length === 0 ? [] : await loads.ask(() => calls.suggest({ ids: [...now] }))
      if (isLatest()) suggestions.value = found ?? []
    },
    { debounce: QUIET_MS, immediate: true },
  )
  const leaveOut = (name: string): void => {
    suggestions.value = suggestions.value.filter((each) => each.name !== name)
  }
  return { suggestions, leaveOut }
}
