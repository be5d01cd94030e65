import { labelled, type MessageKey, t } from '../locales/messages.ts'
import type { PhotoSort } from '../../src-main/contract/library/query.ts'

/** The sort fields of the menu, in order. The menu offers `match` only while a sentence or a colour is searched. */
export const orders: readonly { value: PhotoSort['by']; label: string }[] = (
  Object.entries({
    takenAt: 'search.dateTaken',
    addedAt: 'search.dateAdded',
    modifiedAt: 'search.dateModified',
    name: 'search.name',
    rating: 'words.rating',
    size: 'search.fileSize',
    match: 'search.bestMatch',
  } satisfies Labels) as [keyof Labels, MessageKey][]
).map(([value, label]) => labelled({ label }, { value }))

type Labels = Readonly<Record<Exclude<PhotoSort['by'], 'album'>, MessageKey>>

/** `Date taken, descending`; `Best match first`. */
export function orderInWords({ by, order }: PhotoSort): string {
  if (by === 'album') return order === 'asc' ? t('albums.orderFirst') : t('albums.orderLast')
  if (by === 'match') return order === 'desc' ? t('search.bestFirst') : t('search.bestLast')
  const label = orders.find(({ value }) => value === by)?.label ?? ''
  return t(order === 'desc' ? 'search.orderDescending' : 'search.orderAscending', { field: label })
}
