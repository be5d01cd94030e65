import type { Db } from './connect.ts'
import type { PieceSize } from './piece-size.ts'

/** Fewer empty pages than these are kept for new rows. */
const WORTH_PAGES = 4000
const WORTH_SHARE = 0.1
const LEFT_SHARE = 0.01
const INCREMENTAL = 2

const number = (db: Db, name: string) => db.pragma(name, { simple: true }) as number
const shareOf = (db: Db) => number(db, 'freelist_count') / Math.max(1, number(db, 'page_count'))

/** Whether enough of a file is empty to be worth returning. */
export const isWorthGivingBack = (db: Db): boolean =>
  number(db, 'freelist_count') >= WORTH_PAGES && shareOf(db) >= WORTH_SHARE

/** Empty bytes of a file that are worth returning; 0 if they are kept for new rows. */
export const emptyBytes = (db: Db): number =>
  isWorthGivingBack(db) ? number(db, 'freelist_count') * number(db, 'page_size') : 0

/**
 * Returns some empty pages to the disk. False if nothing is left to return, or if the file was created before
 * catalogues could do that: `lumafold doctor --repair` then rewrites it.
 */
export function giveBackSome(db: Db, size: PieceSize): boolean {
  if (number(db, 'auto_vacuum') !== INCREMENTAL || shareOf(db) <= LEFT_SHARE) return false
  const pages = size.next
  size.measure(pages, () => db.pragma(`incremental_vacuum(${pages})`))
  return shareOf(db) > LEFT_SHARE
}

/**
 * Returns all empty pages at once if there are many. A file that cannot do that is rewritten, and can from then on.
 * Returns how many bytes the file has shrunk.
 */
export function compact(db: Db): number {
  if (!isWorthGivingBack(db)) return 0
  const before = number(db, 'page_count')
  if (number(db, 'auto_vacuum') === INCREMENTAL) db.pragma('incremental_vacuum')
  else rewrite(db)
  return (before - number(db, 'page_count')) * number(db, 'page_size')
}

function rewrite(db: Db): void {
  db.pragma('auto_vacuum = INCREMENTAL')
  db.exec('VACUUM')
}
