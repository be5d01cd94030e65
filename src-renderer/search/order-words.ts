import { labelled, t } from '../locales/messages.ts'
import type { PhotoSort } from '../../src-main/contract/library/query.ts'

/** The sort fields of the menu, in order. The menu offers `match` only while a sentence or a colour is searched. */
export const orders: readonly { value: PhotoSort['by']; label: string }[] = [
  labelled({ label: 'search.dateTaken' }, { value: 'takenAt' }),
  labelled({ label: 'search.dateAdded' }, { value: 'addedAt' }),
  labelled({ label: 'search.dateModified' }, { value: 'modifiedAt' }),
  labelled({ label: 'search.name' }, { value: 'name' }),
  labelled({ label: 'words.rating' }, { value: 'rating' }),
  labelled({ label: 'search.fileSize' }, { value: 'size' }),
  labelled({ label: 'search.bestMatch' }, { value: 'match' }),
]

/** `Date taken, descending`; `Best match first`. */
export function orderInWords({ by, order }: PhotoSort): string {
  if (by === 'album') return order === 'asc' ? t('albums.orderFirst') : t('albums.orderLast')
  if (by === 'match') return order === 'desc' ? t('search.bestFirst') : t('search.bestLast')
  const label = orders.find(({ value }) => value === by)?.label ?? ''
  return t(order === 'desc' ? 'search.orderDescending' : 'search.orderAscending', { field: label })
}
