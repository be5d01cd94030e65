import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { forEachBit, hasBit } from '../columns/bits.ts'
import { numberColumn } from '../columns/column.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import type { PhotoStatus } from '../../../contract/library/photo.ts'
import type { Filter, FilterSource } from './filter.ts'
import { folderColumn } from './folder.ts'
import { countNumbers, inOrder, keepAnyOf, withKept } from './numbers.ts'

export const statusColumn = numberColumn('p.status', Uint8Array)

/** The present status of each photo, by slot: `offline` if its root is absent and its file was there before. */
export function statusesNow(index: PhotoIndex): Uint8Array {
  const stored = index.values(statusColumn)
  const { awayFolders } = index
  if (awayFolders === null) return stored
  const folderOf = index.values(folderColumn)
  const statuses = stored.slice()
  const { missing, offline } = photoStatus.number
  forEachBit(index.live, (slot) => {
    if (stored[slot] !== missing && hasBit(awayFolders, folderOf[slot] ?? 0)) statuses[slot] = offline
  })
  return statuses
}

const having =
  (name: PhotoStatus) =>
  ({ index }: FilterSource) =>
    withKept(index, statusesNow(index), (kept) => kept === photoStatus.number[name])

/** Any one of some statuses. */
export const status = {
  fields: ['statuses'],
  columns: [statusColumn, folderColumn],
  states: {
    analysed: having('ready'),
    pending: having('pending'),
    failed: having('failed'),
    missing: having('missing'),
    offline: having('offline'),
  },
  keep: (photos, { statuses = [] }, { index }) =>
    keepAnyOf(
      photos,
      statusesNow(index),
      statuses.map((name) => photoStatus.number[name]),
    ),
  facet: (photos, { index }) => ({
    statuses: inOrder(countNumbers(statusesNow(index), photos)).map(({ value, count }) => ({
      status: photoStatus.nameOf(value),
      count,
    })),
  }),
} satisfies Filter
