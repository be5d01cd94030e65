import { join } from 'node:path'
import type { StepName } from '../../../analysis/photo/findings.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import { availableRoots } from '../../folders/rows/away-roots.ts'
import { createPathOf } from '../../folders/rows/path-of.ts'
import type { Steps } from './steps/steps.ts'

/**
 * `rootId` is the watched folder of the photo's file. The file's stats show whether the one at the path is still the
 * photo's.
 */
export type PendingPhoto = {
  id: number
  rootId: number
  path: string
  steps: StepName[]
  fileKey: string | null
  bytes: number
  modifiedMs: number
}
export type PendingOptions = {
  first: readonly number[]
  busy: ReadonlySet<number>
  /** Steps that nobody can do now: they are not handed out. */
  waiting?: readonly StepName[]
  /** Watched folders whose photos are left out. */
  pausedRoots?: ReadonlySet<number>
}
/** Photos without any picture, not even an older one; `except` are left out. */
export type WithoutPictureOptions = { first: readonly number[]; except: ReadonlySet<number> }

type Dependencies = Context & { steps: Steps }
type PendingRow = {
  id: number
  root_id: number
  folder_id: number
  name: string
  pending: number
  sort_ms: number
  fileKey: string | null
  bytes: number
  modifiedMs: number
}

const select = (photos: string, condition = '') => `SELECT p.id, p.root_id, f.folder_id, f.name, p.pending, p.sort_ms,
    f.file_key AS fileKey, f.bytes, f.modified_ms AS modifiedMs
  FROM ${photos} JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  WHERE p.status = ${photoStatus.number.pending} AND p.pending & ? <> 0 ${condition}`

/** Photos with one of the steps of a mask pending: the start of a query for some of them, and for the newest. */
type Queries = { some: string; newest: string }
const PENDING: Queries = { some: select('photos p'), newest: select('photos p') }
const NO_PICTURE = 'AND p.thumb_version <= 0'
const WITHOUT_PICTURE: Queries = {
  some: select('photos p', NO_PICTURE),
  newest: select('photos p INDEXED BY photos_without_picture', NO_PICTURE),
}

/** Costs the photos taken and those left out, not the length of the queue. Photos of roots that are away stay. */
export function takePending(
  context: Dependencies,
  limit: number,
  { first, busy, waiting = [], pausedRoots = new Set() }: PendingOptions,
): PendingPhoto[] {
  const doable = ~context.steps.mask(waiting)
  const roots = availableRoots(context.db).filter((id) => !pausedRoots.has(id))
  return take(context, { queries: PENDING, roots, doable, limit, first, busy })
}

/** Photos without a picture, to get one: `steps` is the preview alone. Costs what `takePending` costs. */
export function takeWithoutPicture(
  context: Dependencies,
  limit: number,
  { first, except }: WithoutPictureOptions,
): PendingPhoto[] {
  const doable = context.steps.mask(['preview'])
  return take(context, {
    queries: WITHOUT_PICTURE,
    roots: availableRoots(context.db),
    doable,
    limit,
    first,
    busy: except,
  })
}

/** The number of photos without a picture that could get one now, without `except`; counting ends at `most`. */
export function countWithoutPicture({ db, steps }: Dependencies, most: number, except: ReadonlySet<number>): number {
  const count = db.prepare<[string, number, string, number], number>(
    `SELECT count(*) FROM (SELECT 1 FROM photos INDEXED BY photos_without_picture
       WHERE root_id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.pending}
         AND thumb_version <= 0 AND pending & ? <> 0 AND id NOT IN (SELECT value FROM json_each(?)) LIMIT ?)`,
  )
  const roots = JSON.stringify(availableRoots(db))
  return count.pluck().get(roots, steps.mask(['preview']), JSON.stringify([...except]), most) ?? 0
}

type Take = {
  queries: Queries
  roots: readonly number[]
  doable: number
  limit: number
  first: readonly number[]
  busy: ReadonlySet<number>
}

function take(context: Dependencies, wanted: Take): PendingPhoto[] {
  const { limit, first, busy, doable } = wanted
  const ids = first.filter((id) => !busy.has(id))
  const taken = new Map(rowsOf(context.db, ids, wanted).map((row) => [row.id, row]))
  if (taken.size < limit) {
    const others = newestOf(context.db, { ...wanted, limit: limit + busy.size }).filter(
      (row) => !busy.has(row.id) && !taken.has(row.id),
    )
    for (const row of others.slice(0, limit - taken.size)) taken.set(row.id, row)
  }
  return [...taken.values()].map((row) => handOut(context, row, doable))
}

/** The first of some photos that are pending. One query: a whole screen is asked for with every photo taken. */
function rowsOf(db: Context['db'], ids: readonly number[], { queries, roots, doable, limit }: Take): PendingRow[] {
  if (ids.length === 0) return []
  const rows = db
    .prepare<[number, string, string], PendingRow>(
      `${queries.some} AND p.id IN (SELECT value FROM json_each(?)) AND +p.root_id IN (SELECT value FROM json_each(?))`,
    )
    .all(doable, JSON.stringify(ids), JSON.stringify(roots))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).slice(0, limit)
}

/** The newest of all roots: each root's own come from an index. */
function newestOf(db: Context['db'], { queries, roots, doable, limit }: Take): PendingRow[] {
  const newest = db.prepare<[number, number, number], PendingRow>(
    `${queries.newest} AND p.root_id = ? ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const rows = roots.flatMap((root) => newest.all(doable, root, limit))
  return rows.sort((a, b) => b.sort_ms - a.sort_ms || b.id - a.id).slice(0, limit)
}

function handOut(
  context: Dependencies,
  { id, root_id: rootId, folder_id, name, pending, fileKey, bytes, modifiedMs }: PendingRow,
  doable: number,
): PendingPhoto {
  context.inFlight.handOut(id)
  return {
    id,
    rootId,
    path: join(createPathOf(context)(folder_id), name),
    steps: context.steps.names(pending & doable),
    fileKey,
    bytes,
    modifiedMs,
  }
}

/** True if a photo whose file can be read now has a pending step other than these. */
export const hasPending = ({ db, steps }: Dependencies, waiting: readonly StepName[]): boolean =>
  db
    .prepare<[string, number]>(
      `SELECT 1 FROM photos WHERE root_id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.pending}
         AND pending & ? <> 0 LIMIT 1`,
    )
    .get(JSON.stringify(availableRoots(db)), ~steps.mask(waiting)) !== undefined
