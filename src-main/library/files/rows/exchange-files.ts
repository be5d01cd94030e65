import type { Context } from '../../catalog/context/context.ts'
import { createFullText } from '../../metadata/rows/full-text.ts'
import { noteLeaving } from '../../metadata/write/rows/left-sidecars.ts'
import { readAgain } from '../../photos/rows/photo-rows.ts'
import type { Steps } from '../../queue/rows/steps/steps.ts'

type Dependencies = Pick<Context, 'db' | 'now' | 'inFlight' | 'changed'> & { steps: Steps }

/**
 * Exchanges the files of two photos. A person's work stays with the photos; if the files differ, both are read and
 * analysed again.
 */
export function exchangeFiles(context: Dependencies, a: number, b: number): void {
  const { db, inFlight, changed } = context
  const differ = contentOf(context, a) !== contentOf(context, b) || contentOf(context, a) === ''
  const main = db
    .prepare<[number, number], number>('SELECT id FROM files WHERE photo_id IN (?, ?) AND is_main = 1')
    .pluck()
    .all(a, b)
  noteLeaving(context, main)
  // A photo has exactly one main file at any moment.
  db.prepare('UPDATE files SET is_main = 0 WHERE photo_id IN (?, ?)').run(a, b)
  db.prepare('UPDATE files SET photo_id = CASE photo_id WHEN @a THEN @b ELSE @a END WHERE photo_id IN (@a, @b)').run({
    a,
    b,
  })
  for (const id of main) db.prepare('UPDATE files SET is_main = 1 WHERE id = ?').run(id)
  db.prepare(
    'UPDATE photos SET is_missing = (SELECT min(is_missing) FROM files WHERE photo_id = photos.id) WHERE id IN (?, ?)',
  ).run(a, b)
  const fullText = createFullText(db)
  for (const id of [a, b]) {
    if (differ) readAgain(context, id)
    fullText.put(id)
    inFlight.outdate(id)
  }
  changed.photos([a, b])
  changed.names()
  changed.text()
}

const contentOf = ({ db }: Dependencies, photoId: number): string =>
  db
    .prepare<[number], string>('SELECT content_hash FROM files WHERE photo_id = ? AND is_main = 1')
    .pluck()
    .get(photoId) ?? ''
