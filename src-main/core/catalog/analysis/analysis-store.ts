import { join } from 'node:path'
import { stepNames, type StepName } from '../../../analysis/photo/findings.ts'
import type { Catalog, PendingPhoto } from '../catalog.ts'
import type { Context } from '../context/context.ts'
import { saliencyFeaturesOf } from '../findings/saliency-features.ts'
import { createPathOf } from '../folders/folder-store.ts'
import { saveOutcome, type OutcomeParts } from './save-outcome.ts'
import type { Steps } from '../steps/steps.ts'
import { embeddingModels, readColorVectors, readEmbeddings } from '../codecs/vectors.ts'

type PendingRow = { id: number; folder_id: number; name: string; pending: number }
type Parts = OutcomeParts & { countByStatus: () => readonly [number, number, number, number] }

const PENDING = `SELECT p.id, f.folder_id, f.name, p.pending FROM photos p JOIN files f ON f.photo_id = p.id AND f.is_main = 1 WHERE p.status = 0`

/** The queue of pending photos and what analysis found. */
export function analysisStore(parts: Parts): Catalog['analysis'] {
  const { db } = parts
  return {
    setSteps: (steps) => parts.steps.set(steps),
    takePending: (limit, options) => takePending(parts, limit, options),
    saveOutcome: (photoId, steps, outcome, source) => saveOutcome(parts, photoId, steps, outcome, source),
    hasPending: (waiting) =>
      parts.db
        .prepare<[number], number>('SELECT 1 FROM photos p WHERE p.status = 0 AND p.pending & ? <> 0 LIMIT 1')
        .pluck()
        .get(~parts.steps.mask(waiting)) === 1,
    noteCrash: (photoId) =>
      db
        .prepare<[number], number>('UPDATE photos SET crashes = crashes + 1 WHERE id = ? RETURNING crashes')
        .pluck()
        .get(photoId) ?? 0,
    makePending: (ids, steps) => makePending(parts, ids, steps ?? stepNames),
    retryFailed: () => retryFailed(parts),
    counts: () => {
      const [pending, ready, failed, missing] = parts.countByStatus()
      return { total: pending + ready + failed + missing, pending, ready, failed, missing }
    },
    saliencyFeatures: (id) => saliencyFeaturesOf(db, id),
    embeddings: (modelId) => readEmbeddings(db, modelId),
    colorVectors: () => readColorVectors(db),
    embeddingModels: () => embeddingModels(db),
  }
}

/** Costs the photos taken and those left out, not the length of the queue. */
function takePending(
  parts: Parts,
  limit: number,
  { first, busy, waiting = [] }: { first: readonly number[]; busy: ReadonlySet<number>; waiting?: readonly StepName[] },
): PendingPhoto[] {
  const doable = ~parts.steps.mask(waiting)
  const one = parts.db.prepare<[number, number], PendingRow>(`${PENDING} AND p.pending & ? <> 0 AND p.id = ?`)
  const newest = parts.db.prepare<[number, number], PendingRow>(
    `${PENDING} AND p.pending & ? <> 0 ORDER BY p.sort_ms DESC, p.id DESC LIMIT ?`,
  )
  const taken = new Map<number, PendingRow>()
  for (const id of first) {
    const row = taken.size < limit && !busy.has(id) ? one.get(doable, id) : undefined
    if (row) taken.set(id, row)
  }
  if (taken.size < limit) {
    const rest = newest.all(doable, limit + busy.size).filter((row) => !busy.has(row.id) && !taken.has(row.id))
    for (const row of rest.slice(0, limit - taken.size)) taken.set(row.id, row)
  }
  return [...taken.values()].map((row) => handOut(parts, { ...row, pending: row.pending & doable }))
}

function handOut(parts: Parts, row: PendingRow): PendingPhoto {
  parts.inFlight.handOut(row.id)
  return { id: row.id, path: join(createPathOf(parts)(row.folder_id), row.name), steps: parts.steps.names(row.pending) }
}

function makePending(
  { db, write, changed, steps, inFlight }: Parts,
  ids: readonly number[],
  names: readonly (typeof stepNames)[number][],
) {
  write(() => {
    for (const id of ids) {
      forgetSteps({ db, steps }, id, (name) => names.some((each) => each === name))
      inFlight.outdate(id)
    }
  })
  changed.photos(ids)
}

function retryFailed({ db, write, changed, steps }: Parts): number[] {
  const ids = write(() => {
    const failed = db.prepare<[], number>('SELECT id FROM photos WHERE status = 2 ORDER BY id').pluck().all()
    for (const id of failed) forgetSteps({ db, steps }, id, (_, fingerprint) => fingerprint.startsWith('!'))
    return failed
  })
  changed.photos(ids)
  return ids
}

/** A deliberate new try also forgets that the photo failed or brought a process down. */
function forgetSteps(
  { db, steps }: { db: Context['db']; steps: Steps },
  id: number,
  isForgotten: (name: string, fingerprint: string) => boolean,
) {
  const setId = db.prepare<[number], number>('SELECT step_set FROM photos WHERE id = ?').pluck().get(id)
  if (setId === undefined) return
  const left = Object.fromEntries(
    Object.entries(steps.done(setId)).filter(([name, fingerprint]) => !isForgotten(name, fingerprint)),
  )
  const next = steps.intern(left)
  db.prepare(`UPDATE photos SET step_set = ?, pending = ?, attempts = 0, crashes = 0 WHERE id = ?`).run(
    next.id,
    next.pending,
    id,
  )
}
