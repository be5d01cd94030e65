import type { Context } from '../../catalog/context/context.ts'
import type { Steps } from './steps/steps.ts'

/**
 * Makes the preview step pending for every photo whose thumbnail was in a lost file. A negative version means "none at
 * present" and keeps the count, so that the next thumbnail gets an address that was never used.
 */
export function loseThumbnails({ db, write }: Pick<Context, 'db' | 'write'>, steps: Steps) {
  write(() => {
    const sets = db.prepare<[], number>('SELECT DISTINCT step_set FROM photos WHERE thumb_version > 0').pluck().all()
    const update = db.prepare(
      `UPDATE photos SET step_set = ?, pending = ?, later = ?, thumb_version = -thumb_version
       WHERE step_set = ? AND thumb_version > 0`,
    )
    for (const setId of sets) {
      const { preview: _lost, ...left } = steps.done(setId)
      const next = steps.intern(left)
      update.run(next.id, next.pending, next.later, setId)
    }
  })
}

/** The same for some photos. */
export function loseThumbnailsOf({ db, write }: Pick<Context, 'db' | 'write'>, steps: Steps, ids: readonly number[]) {
  write(() => {
    const setOf = db.prepare<[number], number>('SELECT step_set FROM photos WHERE id = ?').pluck()
    const update = db.prepare(
      `UPDATE photos SET step_set = ?, pending = ?, later = ?, thumb_version = -thumb_version
       WHERE id = ? AND thumb_version > 0`,
    )
    for (const id of ids) {
      const { preview: _lost, ...left } = steps.done(setOf.get(id) ?? 0)
      const next = steps.intern(left)
      update.run(next.id, next.pending, next.later, id)
    }
  })
}
