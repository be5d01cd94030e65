import { join } from 'node:path'
import type { StepName } from '../../../analysis/photo/findings.ts'
import { photoStatus } from '../codecs/numbered.ts'
import type { Context } from '../context/context.ts'
import { createPathOf } from '../folders/path-of.ts'
import type { Steps } from '../steps/steps.ts'

export type PendingPhoto = { id: number; path: string; steps: StepName[] }
export type PendingOptions = {
  first: readonly number[]
  busy: ReadonlySet<number>
  /** Steps that nobody can do now: they are not handed out. */
  waiting?: readonly StepName[]
}

type Dependencies = Context & { steps: Steps }
type PendingRow = { id: number; folder_id: number; name: string; pending: number }

/** Photos with one of the steps of a mask pending. */
const PENDING = `SELECT p.id, f.folder_id, f.name, p.pending FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1
  WHERE p.status = ${photoStatus.number.pending} AND p.pending & ? <> 0`

/** Costs the photos taken and those left out, not the length of the queue. */
export function takePending(
  context: Dependencies,
  limit: number,
  { first, busy, waiting = [] }: PendingOptions,
): PendingPhoto[] {
  const doable = ~context.steps.mask(waiting)
  const one = context.db.prepare<[number, number], PendingRow>(`${PENDING} AND p.id = ?`)
  const newest = context.db.prepare<[number, number], PendingRow>(
    `${PENDING} ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const taken = new Map<number, PendingRow>()
  for (const id of first) {
    const row = taken.size < limit && !busy.has(id) ? one.get(doable, id) : undefined
    if (row) taken.set(id, row)
  }
  if (taken.size < limit) {
    const others = newest.all(doable, limit + busy.size).filter((row) => !busy.has(row.id) && !taken.has(row.id))
    for (const row of others.slice(0, limit - taken.size)) taken.set(row.id, row)
  }
  return [...taken.values()].map((row) => handOut(context, row, doable))
}

function handOut(context: Dependencies, { id, folder_id, name, pending }: PendingRow, doable: number): PendingPhoto {
  context.inFlight.handOut(id)
  return { id, path: join(createPathOf(context)(folder_id), name), steps: context.steps.names(pending & doable) }
}

/** True where a photo with a file has a step pending other than these. */
export const hasPending = ({ db, steps }: Dependencies, waiting: readonly StepName[]): boolean =>
  db
    .prepare<[number]>(`SELECT 1 FROM photos WHERE status = ${photoStatus.number.pending} AND pending & ? <> 0 LIMIT 1`)
    .get(~steps.mask(waiting)) !== undefined
