import type { Component } from 'vue'
import type { FolderId } from '../../../src-main/contract/library/ids.ts'
import type { PhotoFilter } from '../../../src-main/contract/library/query.ts'
import type { ListField } from '../../stores/query.ts'

/** What folders, tags and categories are called; the query holds ids and English names. */
export type FilterNames = {
  folder(id: FolderId): string | undefined
  tag(name: string): string
  /** `key` is `categorizer/name`. */
  category(key: string): string
}

/** A restriction as a person reads it. */
export type ChipText = {
  label: string
  /** The English name of a tag or a category, where `label` is in the person's language. */
  name?: string
  /** A colour to show beside the label, as `#rrggbb`. */
  swatch?: string
}

/**
 * A restriction that can be removed by itself. Without `value` and `without` it stands for the whole filter, and all
 * fields of the filter are cleared.
 */
export type ChipOfFilter = ChipText & { value?: string; without?: Partial<PhotoFilter> }

/**
 * The control of a filter and where the popover shows it: `side` is the narrow column on the left, `main` the other
 * one. Within a column the lowest `position` is on top.
 */
export type FilterControl = { component: Component; column: 'side' | 'main'; position: number }

/** A way to restrict which photos are shown. It has a folder of its own and one line in `search/filters.ts`. */
export type SearchFilter = {
  name: string
  /** The fields of the query's filter that this one alone reads and writes. */
  fields: readonly (keyof PhotoFilter)[]
  /** Absent where the filter is set elsewhere in the window. */
  control?: FilterControl
  /** True where the window shows the value in any case: the badge of the filter button does not count it. */
  isAlwaysVisible?: boolean
  /** What is restricted now; empty where the filter is not used. */
  chips(filter: PhotoFilter, names: FilterNames): ChipOfFilter[]
}

/** A chip for each value of a field that holds a list. */
export function chipsOfList(
  filter: PhotoFilter,
  field: ListField,
  describe: (value: string) => ChipText,
): ChipOfFilter[] {
  const values: readonly string[] = filter[field] ?? []
  return values.map((value) => ({
    ...describe(value),
    value,
    without: { [field]: values.filter((other) => other !== value) },
  }))
}
