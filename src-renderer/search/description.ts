import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ReadDescription } from '../../src-main/contract/library/search/read-description.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'

/** What the person wrote as one would say it, and how it was read: the search shows it as filters from then on. */
export const useDescription = defineStore('description', () => {
  const { library } = useClient()
  const loads = useLoads()
  const taken = shallowRef<ReadDescription | null>(null)
  return {
    /** The last description that became filters. */
    taken,
    /** Null if nothing of a text is understood. A library that does not answer understands nothing. */
    read: async (text: string): Promise<ReadDescription | null> => {
      if (text.trim() === '' || text.length > 1000) return null
      return (await loads.ask(() => library.search.read({ text }))) ?? null
    },
    take: (read: ReadDescription): void => {
      taken.value = read
    },
  }
})
