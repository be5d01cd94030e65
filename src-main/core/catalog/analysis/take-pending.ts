import { join } from 'node:path'
import type { StepName } from '../../../analysis/photo/findings.ts'
import { photoStatus } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'
import { availableRoots } from '../folders/away-roots.ts'
import { createPathOf } from '../folders/path-of.ts'
import type { Steps } from '../steps/steps.ts'

/**
 * `rootId` names the watched folder that the photo's file lies in. How the file looked tells whether the one at the path
 * is still the photo's.
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

/** Photos with one of the steps of a mask pending. */
const PENDING = `SELECT p.id, p.root_id, f.folder_id, f.name, p.pending, p.sort_ms, f.file_key AS fileKey, f.bytes,
    f.modified_ms AS modifiedMs
  FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  WHERE p.status = ${photoStatus.number.pending} AND p.pending & ? <> 0`

/** Costs the photos taken and those left out, not the length of the queue. Photos of roots that are away stay. */
export function takePending(
  context: Dependencies,
  limit: number,
  { first, busy, waiting = [], pausedRoots = new Set() }: PendingOptions,
): PendingPhoto[] {
  const doable = ~context.steps.mask(waiting)
  const roots = availableRoots(context.db).filter((id) => !pausedRoots.has(id))
  const wanted = first.filter((id) => !busy.has(id))
  const taken = new Map(rowsOf(context.db, wanted, { roots, doable, limit }).map((row) => [row.id, row]))
  if (taken.size < limit) {
    const others = newestOf(context.db, roots, doable, limit + busy.size).filter(
      (row) => !busy.has(row.id) && !taken.has(row.id),
    )
    for (const row of others.slice(0, limit - taken.size)) taken.set(row.id, row)
  }
  return [...taken.values()].map((row) => handOut(context, row, doable))
}

/** The first of some photos that are pending. One query: a whole screen is asked for with every photo taken. */
function rowsOf(
  db: Context['db'],
  ids: readonly number[],
  { roots, doable, limit }: { roots: readonly number[]; doable: number; limit: number },
): PendingRow[] {
  if (ids.length === 0) return []
  const rows = db
    .prepare<[number, string, string], PendingRow>(
      `${PENDING} AND p.id IN (SELECT value FROM json_each(?)) AND +p.root_id IN (SELECT value FROM json_each(?))`,
    )
    .all(doable, JSON.stringify(ids), JSON.stringify(roots))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).slice(0, limit)
}

/** The newest of all roots: each root's own come from an index. */
function newestOf(db: Context['db'], roots: readonly number[], doable: number, limit: number): PendingRow[] {
  const select = db.prepare<[number, number, number], PendingRow>(
    `${PENDING} AND p.root_id = ? ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const rows = roots.flatMap((root) => select.all(doable, root, limit))
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

/** True where a photo whose file can be read now has a step pending other than these. */
export const hasPending = ({ db, steps }: Dependencies, waiting: readonly StepName[]): boolean =>
  db
    .prepare<[string, number]>(
      `SELECT 1 FROM photos WHERE root_id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.pending}
         AND pending & ? <> 0 LIMIT 1`,
    )
    .get(JSON.stringify(availableRoots(db)), ~steps.mask(waiting)) !== undefined
