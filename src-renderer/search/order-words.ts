import { t } from '../locales/messages.ts'
import type { PhotoSort } from '../../src-main/contract/library/query.ts'

/** What photos can be sorted by, as the menu says it; the last only where a sentence is searched for. */
export const orders: readonly { value: PhotoSort['by']; label: string }[] = [
  {
    value: 'takenAt',
    get label() {
      return t('search.dateTaken')
    },
  },
  {
    value: 'addedAt',
    get label() {
      return t('search.dateAdded')
    },
  },
  {
    value: 'modifiedAt',
    get label() {
      return t('search.dateModified')
    },
  },
  {
    value: 'name',
    get label() {
      return t('search.name')
    },
  },
  {
    value: 'rating',
    get label() {
      return t('words.rating')
    },
  },
  {
    value: 'size',
    get label() {
      return t('search.fileSize')
    },
  },
  {
    value: 'match',
    get label() {
      return t('search.bestMatch')
    },
  },
]

/** `Date taken, descending`; `Best match first`. */
export function orderInWords({ by, order }: PhotoSort): string {
  if (by === 'album') return order === 'asc' ? t('albums.orderFirst') : t('albums.orderLast')
  if (by === 'match') return order === 'desc' ? t('search.bestFirst') : t('search.bestLast')
  const label = orders.find(({ value }) => value === by)?.label ?? ''
  return t(order === 'desc' ? 'search.orderDescending' : 'search.orderAscending', { field: label })
}
