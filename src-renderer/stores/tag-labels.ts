import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

type Labelled = { name: string; label: string; categorizer?: string }

const keyOf = ({ name, categorizer }: Pick<Labelled, 'name' | 'categorizer'>): string =>
  categorizer === undefined ? name : `${categorizer}/${name}`

/**
 * What tags and categories were last called by the library, for places that hold only their names: filters and their
 * chips.
 */
export const useTagLabels = defineStore('tag-labels', () => {
  const labels = shallowRef<ReadonlyMap<string, string>>(new Map())
  const learn = (list: readonly Labelled[]): void => {
    const fresh = list.filter((entry) => labels.value.get(keyOf(entry)) !== entry.label)
    if (fresh.length > 0)
      labels.value = new Map([...labels.value, ...fresh.map((entry) => [keyOf(entry), entry.label] as const)])
  }
  const tag = (name: string): string => labels.value.get(name) ?? name
  /** `key` is `categorizer/name`. */
  const category = (key: string): string => labels.value.get(key) ?? key.slice(key.indexOf('/') + 1)
  return { learn, tag, category }
})
