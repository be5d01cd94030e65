import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { PhotoFilter, PhotoQuery, PhotoSort } from '../../src-main/contract/library/query.ts'
import { useSettings } from './settings.ts'

/** Drops parts that restrict nothing, so that two equal filters are written the same. */
export function tidyFilter(filter: PhotoFilter): PhotoFilter {
  const entries = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as PhotoFilter
}

/** Whether a filter shows missing photos and no others. */
export function isMissingView({ statuses }: PhotoFilter): boolean {
  return statuses?.length === 1 && statuses[0] === 'missing'
}

/** Fields of a filter that hold a list of values. */
export type ListField = {
  [Field in keyof PhotoFilter]-?: NonNullable<PhotoFilter[Field]> extends string[] ? Field : never
}[keyof PhotoFilter]

/** What the person asked to see. `effective` adds what their settings say about sensitive photos and doubtful tags. */
export const useQuery = defineStore('query', () => {
  const settings = useSettings()
  const filter = ref<PhotoFilter>({})
  const sort = ref<PhotoSort>({ by: 'takenAt', order: 'desc' })

  const withSettings = (part: PhotoFilter): PhotoFilter => ({
    ...part,
    ...(part.tags?.length ? { minConfidence: settings.settings.minConfidence } : {}),
    ...(settings.settings.nsfwMode === 'hide' ? { withoutNsfw: ['nsfw' as const, 'underwear' as const] } : {}),
  })
  const effective = computed<PhotoQuery>(() => ({ filter: withSettings(filter.value), sort: { ...sort.value } }))
  const isFiltered = computed(() => Object.keys(filter.value).length > 0)

  const patch = (change: Partial<PhotoFilter>): void => {
    filter.value = tidyFilter({ ...filter.value, ...change })
  }
  const replace = (next: PhotoFilter): void => {
    filter.value = tidyFilter(next)
  }
  const clear = (): void => {
    filter.value = {}
  }

  /** Adds a value to a list of the filter, or removes it where it is there already. */
  const toggle = (field: ListField, value: string): void => {
    const values: readonly string[] = filter.value[field] ?? []
    patch({ [field]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] })
  }

  return { filter, sort, effective, isFiltered, withSettings, patch, replace, clear, toggle }
})
