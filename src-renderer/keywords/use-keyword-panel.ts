import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { useKeywords } from './use-keywords.ts'

/** A dialog about keywords, with its subject. */
export type KeywordDialog =
  | { kind: 'edit' | 'remove'; name: string }
  | { kind: 'merge'; name: string; into: string }
  | { kind: 'sets' }

const RECENT = 'recent'

/** What is open in the keyword panel, and the set that keys apply. */
export const useKeywordPanel = defineStore('keyword-panel', () => {
  const keywords = useKeywords()
  const dialog = shallowRef<KeywordDialog | null>(null)
  /** The keyword that is being renamed in place. */
  const renaming = ref<string | null>(null)
  const filter = ref('')
  /** `recent`, or the id of a set. */
  const chosenSet = useLocalStorage<string>('keyword-set', RECENT)
  const set = computed(() => keywords.sets.find(({ id }) => String(id) === chosenSet.value) ?? null)
  /** The keywords that keys apply, by their digit minus one. */
  const slots = computed<readonly string[]>(() => set.value?.keywords ?? keywords.recent)
  const chooseSet = (id: number | null): void => {
    chosenSet.value = id === null ? RECENT : String(id)
  }
  return { dialog, renaming, filter, set, slots, chooseSet }
})
