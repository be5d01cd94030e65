import type { PhotoFilter } from '../../src-main/contract/library/query.ts'

/** One active part of a filter: what it says, and the filter without it; a tag's or category's English `name` too. */
export type FilterChip = { key: string; label: string; name?: string; swatch?: string; without: Partial<PhotoFilter> }

const statusNames: Record<string, string> = {
  pending: 'Waiting for analysis',
  ready: 'Analysed',
  failed: 'Could not be read',
  missing: 'Missing files',
}

function ratingLabel(from: number | undefined, to: number | undefined): string {
  if (to === 0) return 'Unrated'
  if (from !== undefined && to !== undefined) return from === to ? `${from} stars` : `${from} to ${to} stars`
  return from === undefined ? `At most ${to} stars` : from === 5 ? '5 stars' : `${from} stars or more`
}

function facesLabel(from: number | undefined, to: number | undefined): string {
  if (to === 0) return 'No faces'
  if (from !== undefined && from === to) return from === 1 ? '1 face' : `${from} faces`
  return from === 1 || from === undefined ? 'With faces' : `${from} faces or more`
}

function dateLabel(from: string | undefined, to: string | undefined): string {
  if (from && to)
    return from.slice(5) === '01-01' && to.slice(5) === '12-31' && from.slice(0, 4) === to.slice(0, 4)
      ? from.slice(0, 4)
      : `${from} to ${to}`
  return from ? `Since ${from}` : `Until ${to}`
}

/** What tags and categories (`categorizer/name`) are called. */
export type ChipLabels = { tag(name: string): string; category(key: string): string }
const categoryName = (key: string): string => key.split('/').at(-1) ?? key
const english: ChipLabels = { tag: (name) => name, category: categoryName }

/** A filter as removable chips, in the order a person reads them. */
export function filterChips(
  filter: PhotoFilter,
  folderName: string | undefined,
  labels: ChipLabels = english,
): FilterChip[] {
  const chips: FilterChip[] = []
  const add = (key: string, label: string, without: Partial<PhotoFilter>, swatch?: string): void => {
    chips.push({ key, label, without, ...(swatch ? { swatch } : {}) })
  }
  const { tags = [], categories = [], statuses = [] } = filter
  if (filter.text) add('text', `“${filter.text}”`, { text: undefined })
  if (filter.folderId !== undefined) add('folder', folderName ?? 'Folder', { folderId: undefined })
  for (const tag of tags)
    chips.push({
      key: `tag-${tag}`,
      name: tag,
      label: labels.tag(tag),
      without: { tags: tags.filter((other) => other !== tag) },
    })
  for (const key of categories)
    chips.push({
      key: `category-${key}`,
      name: categoryName(key),
      label: labels.category(key),
      without: { categories: categories.filter((other) => other !== key) },
    })
  if (filter.color) add('color', `Near ${filter.color.html}`, { color: undefined }, filter.color.html)
  if (filter.takenFrom || filter.takenTo)
    add('taken', dateLabel(filter.takenFrom, filter.takenTo), { takenFrom: undefined, takenTo: undefined })
  if (filter.ratingFrom !== undefined || filter.ratingTo !== undefined)
    add('rating', ratingLabel(filter.ratingFrom, filter.ratingTo), { ratingFrom: undefined, ratingTo: undefined })
  if (filter.facesFrom !== undefined || filter.facesTo !== undefined)
    add('faces', facesLabel(filter.facesFrom, filter.facesTo), { facesFrom: undefined, facesTo: undefined })
  for (const status of statuses)
    add(`status-${status}`, statusNames[status] ?? status, { statuses: statuses.filter((other) => other !== status) })
  return chips
}
