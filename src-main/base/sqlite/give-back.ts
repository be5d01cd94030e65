import type { Db } from './connect.ts'
import type { PieceSize } from './piece-size.ts'

/** Less than these is kept for the rows to come. */
const WORTH_PAGES = 4000
const WORTH_SHARE = 0.1
const LEFT_SHARE = 0.01
const INCREMENTAL = 2

const number = (db: Db, name: string) => db.pragma(name, { simple: true }) as number
const shareOf = (db: Db) => number(db, 'freelist_count') / Math.max(1, number(db, 'page_count'))

/** Whether so much of a file is empty that it is worth giving back. */
export const isWorthGivingBack = (db: Db): boolean =>
  number(db, 'freelist_count') >= WORTH_PAGES && shareOf(db) >= WORTH_SHARE

/** Bytes of a file that are empty and worth giving back; 0 where they are kept for the rows to come. */
export const emptyBytes = (db: Db): number =>
  isWorthGivingBack(db) ? number(db, 'freelist_count') * number(db, 'page_size') : 0

/**
 * Gives some empty pages back to the disk; false where nothing is left to give back, or the file was made before
 * catalogues could do that: `lumafold doctor --repair` then writes it anew.
 */
export function giveBackSome(db: Db, size: PieceSize): boolean {
  if (number(db, 'auto_vacuum') !== INCREMENTAL || shareOf(db) <= LEFT_SHARE) return false
  const pages = size.next
  size.measure(pages, () => db.pragma(`incremental_vacuum(${pages})`))
  return shareOf(db) > LEFT_SHARE
}

/**
 * Gives all empty pages back where there are many, at once; a file that cannot do that is written anew, and can from
 * then on. Returns how many bytes shorter it is.
 */
export function compact(db: Db): number {
  if (!isWorthGivingBack(db)) return 0
  const before = number(db, 'page_count')
  if (number(db, 'auto_vacuum') === INCREMENTAL) db.pragma('incremental_vacuum')
  else writeAnew(db)
  return (before - number(db, 'page_count')) * number(db, 'page_size')
}

function writeAnew(db: Db): void {
  db.pragma('auto_vacuum = INCREMENTAL')
  db.exec('VACUUM')
}
