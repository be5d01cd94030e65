import type { PhotoSort } from '../../src-main/contract/library/query.ts'

/** What photos can be sorted by, as the menu says it; the last only where a sentence is searched for. */
export const orders: readonly { value: PhotoSort['by']; label: string }[] = [
  { value: 'takenAt', label: 'Date taken' },
  { value: 'addedAt', label: 'Date added' },
  { value: 'modifiedAt', label: 'Date modified' },
  { value: 'name', label: 'Name' },
  { value: 'rating', label: 'Rating' },
  { value: 'size', label: 'File size' },
  { value: 'match', label: 'Best match' },
]

/** `Date taken, descending`; `Best match first`. */
export function orderInWords({ by, order }: PhotoSort): string {
  if (by === 'match') return order === 'desc' ? 'Best match first' : 'Best match last'
  const label = orders.find(({ value }) => value === by)?.label ?? ''
  return `${label}, ${order === 'desc' ? 'descending' : 'ascending'}`
}
