import type { PhotoStatus } from '../../../contract/library/photo.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import { countBits, hasBit, keepOnly } from '../columns/bits.ts'
import { hasVerdictColumn, privateColumn } from '../columns/concealment.ts'
import type { PhotoIndex } from '../columns/photo-index.ts'
import { folderColumn } from '../filters/folder.ts'
import { countNumbers } from '../filters/numbers.ts'
import { statusColumn, statusesNow } from '../filters/status.ts'

/** Photos directly in each folder, without missing ones: as many as the folder shows. */
export function countByFolder(index: PhotoIndex): Map<number, number> {
  const folderOf = index.values(folderColumn)
  const statusOf = index.values(statusColumn)
  const there = index.live.slice()
  keepOnly(there, (slot) => statusOf[slot] !== photoStatus.number.missing)
  return countNumbers(folderOf, there)
}

/** Photos pending, ready, failed, missing and offline; concealed ones are analysed as well and count. */
export function countByStatus(index: PhotoIndex): Record<PhotoStatus, number> {
  const counts = countNumbers(statusesNow(index), index.present)
  const countOf = (name: PhotoStatus) => counts.get(photoStatus.number[name]) ?? 0
  return {
    pending: countOf('pending'),
    ready: countOf('ready'),
    failed: countOf('failed'),
    missing: countOf('missing'),
    offline: countOf('offline'),
  }
}

/** Photos without a verdict, concealed or not; without private and missing ones. */
export function countWithoutVerdict(index: PhotoIndex): number {
  const known = index.values(hasVerdictColumn)
  const marks = index.values(privateColumn)
  const statusOf = index.values(statusColumn)
  const waiting = index.present.slice()
  keepOnly(waiting, (slot) => known[slot] === 0 && marks[slot] === 0 && statusOf[slot] !== photoStatus.number.missing)
  return countBits(waiting)
}

/** Those whose photos searches may find: neither removed nor concealed. */
export const onlyShown = <Each extends { photoId: number }>(index: PhotoIndex, all: readonly Each[]): Each[] =>
  all.filter(({ photoId }) => {
    const { slot, isThere } = index.find(photoId)
    return isThere && hasBit(index.live, slot)
  })
