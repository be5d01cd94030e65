import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Language } from '../../src-main/contract/analysis/language.ts'

type Labelled = { name: string; label: string; categorizer?: string }

const keyOf = ({ name, categorizer }: Pick<Labelled, 'name' | 'categorizer'>): string =>
  categorizer === undefined ? name : `${categorizer}/${name}`

/**
 * The latest labels of tags and categories from the library, for components that only have their names: filters and
 * their chips.
 */
export const useTagLabels = defineStore('tag-labels', () => {
  /** The language of the labels; null before the settings are loaded. */
  const language = ref<Language | null>(null)
  const labels = shallowRef<ReadonlyMap<string, string>>(new Map())
  const remember = (list: readonly Labelled[]): void => {
    const fresh = list.filter((entry) => labels.value.get(keyOf(entry)) !== entry.label)
    if (fresh.length > 0)
      labels.value = new Map([...labels.value, ...fresh.map((entry) => [keyOf(entry), entry.label] as const)])
  }
  const tag = (name: string): string => labels.value.get(name) ?? name
  /** `key` is `categorizer/name`. */
  const category = (key: string): string => labels.value.get(key) ?? key.slice(key.indexOf('/') + 1)
  return { language, remember, tag, category }
})
